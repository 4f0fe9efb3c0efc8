import { Group, Mesh, ShaderMaterial, type Object3D } from "three";
import type { PlayerWord } from "../protocol";
import { Facets, type Point } from "./facets";
import { yawOf } from "./grid";
import type { Stance } from "./journey";
import { LAYER } from "./layers";
import { paint, screenColour } from "./paint";
import { MARKER } from "./palette";

const LOCATOR_HEIGHT = 1.5;

/** The sign of a player on the board: an arrow at its feet, and a locator over it at first. */
export class Marker {
  readonly object: Object3D = new Group();
  readonly #arrow: Mesh;
  readonly #locator: Mesh;

  constructor(player: PlayerWord) {
    const colour = screenColour(MARKER[player]);
    this.#arrow = new Mesh(arrow(colour), paint({ isUnlit: true, isOnTop: true }));
    this.#arrow.renderOrder = 1;
    this.#locator = new Mesh(gem(MARKER[player]), paint({ isOnTop: true }));
    this.#locator.renderOrder = 3;
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

  /** Frees what the graphics hardware holds. */
  dispose(): void {
    for (const mesh of [this.#arrow, this.#locator]) {
      mesh.geometry.dispose();
      (mesh.material as ShaderMaterial).dispose();
    }
  }
}

function arrow(colour: (typeof MARKER)["leader"]) {
  const facets = new Facets();
  const dark = colour.clone().multiplyScalar(0.4);
  for (const [grow, tone] of [
    [0.05, dark],
    [0, colour],
  ] as const) {
    const tip: Point = [0, grow ? 0 : 0.002, -0.86 - 1.6 * grow];
    const left: Point = [-0.3 - 1.3 * grow, tip[1], -0.36 + 0.8 * grow];
    const right: Point = [0.3 + 1.3 * grow, tip[1], -0.36 + 0.8 * grow];
    const notch: Point = [0, tip[1], -0.5 + 1.2 * grow];
    facets.triangle(tip, left, notch, tone);
    facets.triangle(tip, notch, right, tone);
    circle(facets, 0.3 - grow, 0.38 + grow, tip[1], tone);
  }
  return facets.geometry();
}

function circle(
  facets: Facets,
  inner: number,
  outer: number,
  y: number,
  colour: (typeof MARKER)["leader"],
): void {
  const at = (i: number, radius: number): Point => {
    const angle = (Math.PI * i) / 12;
    return [radius * Math.cos(angle), y, -radius * Math.sin(angle)];
  };
  for (let i = 0; i < 24; i++) {
    facets.quad(at(i, inner), at(i, outer), at(i + 1, outer), at(i + 1, inner), colour);
  }
}

/** A gem that stands on its tip, in a colour. */
export function gem(colour: (typeof MARKER)["leader"]) {
  const facets = new Facets();
  for (let i = 0; i < 4; i++) {
    const [a, b] = [(Math.PI * i) / 2, (Math.PI * (i + 1)) / 2];
    const rim = (angle: number): Point => [0.26 * Math.sin(angle), 0.5, 0.26 * Math.cos(angle)];
    facets.triangle([0, 0, 0], rim(b), rim(a), colour);
    facets.triangle([0, 0.66, 0], rim(a), rim(b), colour);
  }
  return facets.geometry();
}
