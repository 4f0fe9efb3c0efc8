import {
  BackSide,
  Color,
  DataTexture,
  LinearFilter,
  MathUtils,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
} from "three";
import { SKY } from "./palette";

const ROWS = 64;
const FAR = 50;

/** The sky around someone's eyes. */
export function sky(): Mesh {
  const map = gradient((share) => {
    const rise = Math.sin(Math.PI * (share - 0.5));
    return SKY.horizon
      .clone()
      .lerp(SKY.zenith, MathUtils.smoothstep(rise, 0, 0.75))
      .lerp(SKY.below, MathUtils.smoothstep(-rise, 0, 0.5));
  });
  const looks = { side: BackSide, depthWrite: false, fog: false };
  return new Mesh(new SphereGeometry(FAR, 12, 16), new MeshBasicMaterial({ map, ...looks }));
}

/** What the whole board lies before: two soft colours, one above the other. */
export function table(): DataTexture {
  return gradient((share) => SKY.tableNear.clone().lerp(SKY.tableFar, share));
}

/** Colours one above the other, told by the share of the height. */
function gradient(colourAt: (share: number) => Color): DataTexture {
  const rows = Array.from({ length: ROWS }, (_, row) => colourAt(row / (ROWS - 1)));
  const bytes = rows.flatMap((colour) => [...colour, 1].map((part) => Math.round(255 * part)));
  const texture = new DataTexture(Uint8Array.from(bytes), 1, ROWS);
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
