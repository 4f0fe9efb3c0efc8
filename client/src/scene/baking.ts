import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Matrix4,
  Uint8BufferAttribute,
  Vector3,
} from "three";
import { SUN } from "./paint";

type Channels = ReturnType<BufferGeometry["getAttribute"]>;

const SKY_LIGHT = new Color().setRGB(0.47, 0.52, 0.6);
const EARTH_LIGHT = new Color().setRGB(0.33, 0.32, 0.36);
const SUN_LIGHT = new Color().setRGB(0.68, 0.6, 0.48);
const STEPS = 1024;
const RECENT = 8;

/** The screen's colour curve, as a table: from light (0 to 1) to a byte. */
const CURVE = Uint8Array.from({ length: STEPS + 1 }, (_, i) =>
  Math.round(255 * (i / STEPS) ** (1 / 2.2)),
);

function byte(light: number): number {
  return CURVE[Math.round(Math.min(Math.max(light, 0), 1) * STEPS)]!;
}

/** Things that never move, gathered into one geometry whose colours have the light in them. */
export class Baking {
  readonly #positions: number[] = [];
  readonly #colours: number[] = [];
  readonly #corners: number[] = [];

  /** Adds geometry with `position`, `normal` and `color` at a place. */
  add(geometry: BufferGeometry, place = new Matrix4()): void {
    const [positions, normals, colours] = ["position", "normal", "color"].map((name) =>
      geometry.getAttribute(name),
    );
    const corners = geometry.index?.array;
    const count = corners?.length ?? positions!.count;
    const point = new Vector3();
    const facing = new Vector3();
    for (let k = 0; k < count; k++) {
      const i = corners ? corners[k]! : k;
      point.fromBufferAttribute(positions!, i).applyMatrix4(place);
      facing.fromBufferAttribute(normals!, i).transformDirection(place);
      this.#corners.push(this.#corner(point, this.#light(facing, colours!, i)));
    }
  }

  /** The geometry, with `position`, and `color` as bytes for the screen. */
  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(this.#positions, 3));
    geometry.setAttribute("color", new Uint8BufferAttribute(this.#colours, 4, true));
    geometry.setIndex(this.#corners);
    geometry.computeBoundingSphere();
    return geometry;
  }

  /** The number of the corner at a point with a colour; one of the last few is used again. */
  #corner({ x, y, z }: Vector3, [red, green, blue]: readonly [number, number, number]): number {
    const [positions, colours] = [this.#positions, this.#colours];
    const count = positions.length / 3;
    for (let i = count - 1; i >= Math.max(0, count - RECENT); i--) {
      const isHere =
        positions[3 * i] === x && positions[3 * i + 1] === y && positions[3 * i + 2] === z;
      const isSame =
        colours[4 * i] === red && colours[4 * i + 1] === green && colours[4 * i + 2] === blue;
      if (isHere && isSame) return i;
    }
    positions.push(x, y, z);
    colours.push(red, green, blue, 255);
    return count;
  }

  #light(facing: Vector3, colours: Channels, i: number): [number, number, number] {
    const sun = Math.max(facing.dot(SUN), 0);
    const sky = 0.5 + 0.5 * facing.y;
    const earth = 1 - sky;
    return [
      byte(colours.getX(i) * (EARTH_LIGHT.r * earth + SKY_LIGHT.r * sky + SUN_LIGHT.r * sun)),
      byte(colours.getY(i) * (EARTH_LIGHT.g * earth + SKY_LIGHT.g * sky + SUN_LIGHT.g * sun)),
      byte(colours.getZ(i) * (EARTH_LIGHT.b * earth + SKY_LIGHT.b * sky + SUN_LIGHT.b * sun)),
    ];
  }
}
