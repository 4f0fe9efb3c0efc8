import {
  Color,
  CylinderGeometry,
  Group,
  Mesh,
  RingGeometry,
  type BufferGeometry,
  type MeshBasicMaterial,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import { PLAN_LAYERS, type PlanLayer } from "../plan-layers";
import type { Plan } from "../protocol";
import { RADIUS, centreOf, heightOf } from "./grid";
import { LAYER } from "./layers";
import { faded, veil } from "./paint";

const LAYERS = Object.keys(PLAN_LAYERS) as PlanLayer[];
const FAINTEST = 0.04;
const DENSITY = 0.85;
// Each kind has a shape of its own, so that those over one cell can be told apart.
const FORMS: Record<PlanLayer, { geometry: BufferGeometry; base: number }> = {
  blocked: { geometry: tile(0, 0.97), base: 0.02 },
  trajectory: { geometry: tile(0, 0.9), base: 0.03 },
  avoid: { geometry: fence(0.6), base: 0.09 },
  goals: { geometry: fence(1), base: 0.09 },
};

/** What the follower means to do, as heat over the cells; walls rise with what is more likely. */
export class Heat {
  readonly object = new Group();

  /** Shows some kinds of a plan, or nothing. */
  show(plan: Plan | null, layers: ReadonlySet<PlanLayer>, tiles: readonly number[]): void {
    for (const mesh of this.object.children) (mesh as Heated).material.dispose();
    this.object.clear();
    LAYERS.filter((layer) => layers.has(layer)).forEach((layer, i) => {
      const { geometry, base } = FORMS[layer];
      for (const [cell, strength] of strengths(layer, plan?.[layer] ?? {})) {
        const mesh = new Mesh(
          geometry,
          veil(new Color(PLAN_LAYERS[layer].colour), strength * DENSITY),
        );
        const { x, z } = centreOf(cell);
        mesh.position.set(x, Math.max(0, heightOf(tiles[cell] ?? 0)) + base, z);
        mesh.scale.y = strength;
        mesh.renderOrder = 2 + i;
        mesh.layers.set(LAYER.markers);
        this.object.add(mesh);
      }
    });
  }
}

type Heated = Mesh<BufferGeometry, MeshBasicMaterial>;

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

/** A flat hexagon, or its rim, as shares of a cell. */
function tile(inner: number, outer: number): BufferGeometry {
  const ring = new RingGeometry(inner * RADIUS, outer * RADIUS, 6, 1, Math.PI / 2);
  return faded(ring.rotateX(-Math.PI / 2), () => 1);
}

/** A rim with walls that are fainter above. */
function fence(height: number): BufferGeometry {
  const wall = new CylinderGeometry(0.98 * RADIUS, 0.98 * RADIUS, height, 6, 1, true);
  faded(wall.translate(0, height / 2, 0), ({ y }) => (y > 0 ? 0.1 : 1));
  return mergeGeometries([tile(0.72, 0.98), wall]);
}
