import { BufferGeometry, Color, Float32BufferAttribute, Mesh } from "three";
import { BOARD } from "./grid";
import { SUN, veil } from "./paint";

const INK = new Color(0x12301c);
const SIDES = 14;

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
    const mesh = new Mesh(frame(west, east, north, south, 2.6), veil(new Color(0x24506b), 0.32));
    mesh.position.y = -0.63;
    return mesh;
  }

  /** Frees what the graphics hardware holds. */
  dispose(): void {
    this.#blob.dispose();
    this.#material.dispose();
  }
}

/** A rectangle that fades outwards over a width. */
function frame(west: number, east: number, north: number, south: number, width: number) {
  const positions: number[] = [];
  const strengths: number[] = [];
  const inner = [[east, north], [west, north], [west, south], [east, south]] as const; // prettier-ignore
  const away = [[1, -1], [-1, -1], [-1, 1], [1, 1]] as const; // prettier-ignore
  inner.forEach((_, i) => {
    const next = (i + 1) % 4;
    const out = (k: number) => [
      inner[k]![0] + away[k]![0] * width,
      inner[k]![1] + away[k]![1] * width,
    ];
    const corners = [inner[i]!, out(i), out(next), inner[i]!, out(next), inner[next]!];
    for (const [x, z] of corners) positions.push(x!, 0, z!);
    strengths.push(1, 0, 0, 1, 0, 1);
  });
  for (const k of [0, 1, 2, 0, 2, 3]) {
    positions.push(inner[k]![0], 0, inner[k]![1]);
    strengths.push(1);
  }
  return shaded(positions, strengths);
}
