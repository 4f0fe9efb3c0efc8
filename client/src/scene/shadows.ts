import { BufferGeometry, Color, Float32BufferAttribute, Mesh } from "three";
import { BOARD } from "./grid";
import { LAYER } from "./layers";
import { SUN, veil } from "./paint";

const INK = new Color(0x12301c);
const SIDES = 14;
const ARC = 6;
const BANDS = 4;

/** A soft round shadow of radius 1, stretched away from the sun. */
function blob(): BufferGeometry {
  const positions: number[] = [];
  const strengths: number[] = [];
  const point = (i: number, radius: number, strength: number) => {
    const angle = (2 * Math.PI * i) / SIDES;
    const [x, z] = [radius * Math.cos(angle), -radius * Math.sin(angle)];
    const stretch = Math.max(0, -(x * SUN.x + z * SUN.z)) * 0.6;
    positions.push(x - SUN.x * stretch, 0, z - SUN.z * stretch);
    strengths.push(strength);
  };
  for (let i = 0; i < SIDES; i++) {
    point(0, 0, 1);
    point(i, 0.6, 0.85);
    point(i + 1, 0.6, 0.85);
    for (const [k, radius, strength] of [
      [i, 0.6, 0.85],
      [i, 1, 0],
      [i + 1, 1, 0],
      [i, 0.6, 0.85],
      [i + 1, 1, 0],
      [i + 1, 0.6, 0.85],
    ] as const) {
      point(k, radius, strength);
    }
  }
  return shaded(positions, strengths);
}

function shaded(positions: readonly number[], strengths: readonly number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("strength", new Float32BufferAttribute(strengths, 1));
  return geometry;
}

/** The soft shadows of figures and of the board; those of props are painted on the ground. */
export class Shadows {
  readonly #material = veil(INK, 0.34);
  readonly #blob = blob();

  /** The shadow of one figure. */
  figure(layer: number): Mesh {
    const mesh = new Mesh(this.#blob, this.#material);
    mesh.scale.setScalar(0.3);
    mesh.position.y = 0.014;
    mesh.layers.set(layer);
    return mesh;
  }

  /** The shadow of the whole board on what lies below it. */
  board(): Mesh {
    const { west, east, north, south } = BOARD;
    const mesh = new Mesh(rug(west, east, north, south, 3.4), veil(new Color(0x24506b), 0.45));
    mesh.position.y = -0.63;
    mesh.layers.set(LAYER.markers);
    return mesh;
  }

  /** Frees what the graphics hardware holds. */
  dispose(): void {
    this.#blob.dispose();
    this.#material.dispose();
  }
}

/** A rectangle with round corners that fades outwards over a width. */
function rug(west: number, east: number, north: number, south: number, width: number) {
  const positions: number[] = [];
  const strengths: number[] = [];
  const [middleX, middleZ] = [(west + east) / 2, (north + south) / 2];
  const point = (i: number, out: number) => {
    const angle = (Math.PI / 2) * (Math.floor(i / ARC) + (i % ARC) / (ARC - 1));
    const signX = Math.floor(i / ARC) % 4 === 0 || Math.floor(i / ARC) % 4 === 3 ? 1 : -1;
    const signZ = Math.floor(i / ARC) % 4 < 2 ? -1 : 1;
    const x = middleX + (signX * (east - west)) / 2 + out * Math.cos(angle);
    positions.push(x, 0, middleZ + (signZ * (south - north)) / 2 - out * Math.sin(angle));
    strengths.push((1 - out / width) ** 2);
  };
  for (let i = 0; i < 4 * ARC; i++) {
    const next = (i + 1) % (4 * ARC);
    positions.push(middleX, 0, middleZ);
    strengths.push(1);
    point(i, 0);
    point(next, 0);
    for (let band = 0; band < BANDS; band++) {
      const [inner, outer] = [(band * width) / BANDS, ((band + 1) * width) / BANDS];
      point(i, inner);
      point(i, outer);
      point(next, outer);
      point(i, inner);
      point(next, outer);
      point(next, inner);
    }
  }
  return shaded(positions, strengths);
}
