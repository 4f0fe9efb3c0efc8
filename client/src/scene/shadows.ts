import { Color, Mesh, PlaneGeometry, RingGeometry } from "three";
import { BOARD } from "./grid";
import { LAYER } from "./layers";
import { SUN, faded, veil } from "./paint";

const FIGURE_SIZE = 0.3;
const HEM = 3.4;

/** The soft round shadow of a figure, a little away from the sun. */
export function figureShadow(layer: number): Mesh {
  const blob = faded(new RingGeometry(0, 1, 16, 5), ({ x, y }) => {
    const radius = Math.hypot(x, y);
    return Math.min(1 - 0.25 * radius, 2.1 * (1 - radius));
  });
  blob.rotateX(-Math.PI / 2).translate(-SUN.x * 0.3, 0, -SUN.z * 0.3);
  const mesh = new Mesh(blob, veil(new Color(0x12301c), 0.34));
  mesh.scale.setScalar(FIGURE_SIZE);
  mesh.position.y = 0.014;
  mesh.layers.set(layer);
  return mesh;
}

/** The shadow of the whole board on what lies below it, which fades outwards. */
export function boardShadow(): Mesh {
  const { west, east, north, south } = BOARD;
  const [width, length] = [east - west, south - north];
  const rug = new PlaneGeometry(width + 2 * HEM, length + 2 * HEM, 32, 32);
  faded(rug, ({ x, y }) => {
    const [outX, outY] = [Math.abs(x) - width / 2, Math.abs(y) - length / 2];
    const out = Math.hypot(Math.max(outX, 0), Math.max(outY, 0)) / HEM;
    return Math.max(0, 1 - out) ** 2;
  });
  const mesh = new Mesh(rug.rotateX(-Math.PI / 2), veil(new Color(0x24506b), 0.45));
  mesh.position.set((west + east) / 2, -0.63, (north + south) / 2);
  mesh.layers.set(LAYER.markers);
  return mesh;
}
