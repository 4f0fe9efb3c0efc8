import { Group, Mesh, type Material } from "three";
import type { PlayerWord } from "../protocol";
import { yawOf } from "./grid";
import type { Stance } from "./journey";
import { characterModel } from "./models";

const SIZE = 1.5;
const SWING = 0.6;
const STEPS_A_CELL = 2;

/** A player's figure, with legs and arms that swing. */
export class Character {
  readonly object = new Group();
  readonly #legs: Mesh[];
  readonly #arms: Mesh[];

  constructor(player: PlayerWord, material: Material, layer: number) {
    const { body, legs, arms, hip, shoulder } = characterModel(player);
    this.#legs = legs.map((leg) => joint(leg, hip, material));
    this.#arms = arms.map((arm) => joint(arm, shoulder, material));
    this.object.add(new Mesh(body, material), ...this.#legs, ...this.#arms);
    this.object.scale.setScalar(SIZE);
    this.object.traverse((part) => {
      part.layers.set(layer);
      part.renderOrder = 2;
    });
  }

  /** Puts the figure where it stands; `strides` is how many cells it has walked. */
  pose({ x, z, bearing }: Stance, strides: number, isWalking: boolean): void {
    const swing = isWalking ? Math.sin(strides * STEPS_A_CELL * Math.PI) : 0;
    this.object.position.set(x, Math.abs(swing) * 0.04, z);
    this.object.rotation.y = yawOf(bearing);
    this.#legs.forEach((leg, i) => (leg.rotation.x = (i ? -1 : 1) * SWING * swing));
    this.#arms.forEach((arm, i) => (arm.rotation.x = (i ? 1 : -1) * SWING * 0.8 * swing));
  }
}

/** A limb that turns about its joint: the mesh is moved down in a pivot of its own. */
function joint(geometry: Mesh["geometry"], height: number, material: Material): Mesh {
  const moved = geometry.clone().translate(0, -height, 0);
  const limb = new Mesh(moved, material);
  limb.position.y = height;
  return limb;
}
