import {
  Group,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  RingGeometry,
  Shape,
  ShapeGeometry,
  Vector2,
  type Color,
} from "three";
import type { PlayerWord } from "../protocol";
import { yawOf } from "./grid";
import type { Stance } from "./journey";
import { LAYER } from "./layers";
import { MARKER } from "./palette";

const LOCATOR_HEIGHT = 1.5;
const RIM = 0.05;
/** How high a gem is. */
export const GEM_HEIGHT = 0.66;
const GEM = new LatheGeometry(
  [new Vector2(0, 0), new Vector2(0.26, 0.5), new Vector2(0, GEM_HEIGHT)],
  4,
);

/** The sign of a player on the board: an arrow at its feet, and a locator over it at first. */
export class Marker {
  readonly object = new Group();
  readonly #arrow = new Group();
  readonly #locator: Mesh;

  constructor(player: PlayerWord) {
    const colour = MARKER[player];
    this.#arrow.add(...arrow(colour.clone().multiplyScalar(0.4), RIM), ...arrow(colour, 0));
    this.#locator = gem(colour);
    this.object.add(this.#arrow, this.#locator);
    this.object.traverse((part) => part.layers.set(LAYER.markers));
  }

  /** Puts the sign at a player; the locator bounces with the time, or is null once found. */
  pose({ x, z, bearing }: Stance, bounceSeconds: number | null): void {
    this.object.position.set(x, 0.02, z);
    this.#arrow.rotation.y = yawOf(bearing);
    this.#locator.visible = bounceSeconds !== null;
    if (bounceSeconds === null) return;
    this.#locator.position.y = LOCATOR_HEIGHT + 0.25 * Math.abs(Math.sin(bounceSeconds * 4));
    this.#locator.rotation.y = bounceSeconds * 2;
  }
}

/** A ring with a tip to the north, which covers what it lies on. */
function arrow(color: Color, grown: number): Mesh[] {
  const tip = new Shape().setFromPoints([
    new Vector2(0, 0.86 + 1.6 * grown),
    new Vector2(-0.3 - 1.3 * grown, 0.36 - 0.8 * grown),
    new Vector2(0, 0.5 - 1.2 * grown),
    new Vector2(0.3 + 1.3 * grown, 0.36 - 0.8 * grown),
  ]);
  const material = new MeshBasicMaterial({ color, depthTest: false });
  const parts = [new ShapeGeometry(tip), new RingGeometry(0.3 - grown, 0.38 + grown, 24)];
  return parts.map((part) => {
    const mesh = new Mesh(part.rotateX(-Math.PI / 2), material);
    mesh.renderOrder = 1;
    return mesh;
  });
}

/** A gem that stands on its tip, and is seen through all else. */
export function gem(color: Color): Mesh {
  const mesh = new Mesh(
    GEM,
    new MeshLambertMaterial({ color, flatShading: true, depthTest: false }),
  );
  mesh.renderOrder = 3;
  return mesh;
}
