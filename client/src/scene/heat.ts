import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  type Object3D,
} from "three";
import type { Plan } from "../protocol";
import { CELLS, centreOf, cornerOf, heightOf } from "./grid";
import { LAYER } from "./layers";
import { heatPaint } from "./paint";
import { LAYER_COLOURS } from "./palette";

/** The kinds of plan that can be laid over the board. */
export type PlanLayer = keyof typeof LAYER_COLOURS;

const LAYERS = Object.keys(LAYER_COLOURS) as PlanLayer[];
const FAINTEST = 0.04;
// Each kind has a shape of its own, so that those over one cell can be told apart.
const FORMS: Record<PlanLayer, { inner: number; outer: number; height: number; base: number }> = {
  blocked: { inner: 0, outer: 0.97, height: 0, base: 0.02 },
  trajectory: { inner: 0, outer: 0.9, height: 0, base: 0.03 },
  avoid: { inner: 0.72, outer: 0.98, height: 0.6, base: 0.09 },
  goals: { inner: 0.72, outer: 0.98, height: 1, base: 0.09 },
};

/** What the follower means to do, as heat over the cells; walls rise with what is more likely. */
export class Heat {
  readonly object: Object3D = new Group();
  readonly #meshes = new Map<PlanLayer, InstancedMesh>();

  constructor() {
    LAYERS.forEach((layer, i) => {
      const mesh = new InstancedMesh(
        form(layer),
        heatPaint(new Color(LAYER_COLOURS[layer])),
        CELLS,
      );
      mesh.geometry.setAttribute(
        "weight",
        new InstancedBufferAttribute(new Float32Array(CELLS), 1),
      );
      mesh.frustumCulled = false;
      mesh.visible = false;
      mesh.renderOrder = 2 + i;
      mesh.layers.set(LAYER.markers);
      this.#meshes.set(layer, mesh);
      this.object.add(mesh);
    });
  }

  /** Shows some kinds of a plan, or nothing. */
  show(plan: Plan | null, layers: ReadonlySet<PlanLayer>, tiles: readonly number[]): void {
    for (const [layer, mesh] of this.#meshes) {
      const weights = layers.has(layer) ? strengths(layer, plan?.[layer] ?? {}) : [];
      fill(mesh, weights, FORMS[layer].base, tiles);
    }
  }

  /** Frees what the graphics hardware holds. */
  dispose(): void {
    for (const mesh of this.#meshes.values()) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
  }
}

/** How strongly each cell is shown; a trajectory is spread over many cells, so its peak counts as 1. */
export function strengths(
  layer: PlanLayer,
  weights: Readonly<Record<number, number>>,
): [number, number][] {
  const peak = layer === "trajectory" ? Math.max(0, ...Object.values(weights)) : 1;
  return Object.entries(weights)
    .map(([cell, weight]): [number, number] => [Number(cell), Math.sqrt(weight / (peak || 1))])
    .filter(([, strength]) => strength >= Math.sqrt(FAINTEST));
}

function fill(
  mesh: InstancedMesh,
  weights: readonly [number, number][],
  base: number,
  tiles: readonly number[],
): void {
  const attribute = mesh.geometry.getAttribute("weight") as InstancedBufferAttribute;
  weights.slice(0, CELLS).forEach(([cell, strength], i) => {
    const { x, z } = centreOf(cell);
    const y = Math.max(0, heightOf(tiles[cell] ?? 0)) + base;
    mesh.setMatrixAt(i, new Matrix4().makeTranslation(x, y, z));
    attribute.setX(i, strength);
  });
  mesh.count = Math.min(weights.length, CELLS);
  mesh.visible = mesh.count > 0;
  mesh.instanceMatrix.needsUpdate = true;
  attribute.needsUpdate = true;
}

function form(layer: PlanLayer): BufferGeometry {
  const { inner, outer, height } = FORMS[layer];
  const positions: number[] = [];
  const fades: number[] = [];
  const add = (x: number, y: number, z: number, fade: number) => {
    positions.push(x, y, z);
    fades.push(fade);
  };
  for (let side = 0; side < 6; side++) {
    const [a, b] = [cornerOf(side), cornerOf((side + 1) % 6)];
    for (const [corner, scale] of [
      [a, inner],
      [b, inner],
      [b, outer],
      [a, inner],
      [b, outer],
      [a, outer],
    ] as const) {
      add(corner.x * scale, 0, corner.z * scale, 1);
    }
    if (height === 0) continue;
    for (const [corner, y] of [
      [a, 0],
      [b, height],
      [b, 0],
      [a, 0],
      [a, height],
      [b, height],
    ] as const) {
      add(corner.x * outer, y, corner.z * outer, y > 0 ? 0.1 : 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("strength", new Float32BufferAttribute(fades, 1));
  return geometry;
}
