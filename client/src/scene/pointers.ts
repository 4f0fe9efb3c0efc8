import { Box3, Group, Mesh, Vector3, type Object3D } from "three";
import { centreOf, heightOf } from "./grid";
import { LAYER } from "./layers";
import { gem } from "./markers";
import { paint } from "./paint";
import { POINTER } from "./palette";

const BOUNCE = 0.25;
/** From above and afar they must be larger than before someone's eyes. */
const AFAR = { height: 0.55, size: 2.6 };
const NEAR = { height: 0.6, size: 0.9 };
/** How high a gem of size 1 is. */
const GEM_HEIGHT = 0.66;

/** Gems over the cells that someone is to look at; they bounce as the water moves. */
export class Pointers {
  readonly object: Object3D = new Group();
  readonly #shape = gem(POINTER);
  readonly #material = paint({ isOnTop: true });
  #boxes: Box3[] = [];

  readonly #layer: number;
  readonly #look: typeof AFAR;

  /** `isAfar` says whether the whole board is seen at once. */
  constructor(isAfar: boolean) {
    // The follower's own eyes see no markers, but must see where they are sent.
    this.#layer = isAfar ? LAYER.markers : LAYER.world;
    this.#look = isAfar ? AFAR : NEAR;
  }

  /** The boxes in which they are drawn. */
  get boxes(): readonly Box3[] {
    return this.#boxes;
  }

  /** Points at cells of a board, and at no others any more. */
  pointAt(cells: readonly number[], tiles: readonly number[]): void {
    const { height, size } = this.#look;
    const top = height + BOUNCE + size * GEM_HEIGHT;
    this.object.clear();
    this.#boxes = cells.map((cell) => {
      const { x, z } = centreOf(cell);
      const ground = heightOf(tiles[cell] ?? 0);
      const pointer = new Mesh(this.#shape, this.#material);
      pointer.renderOrder = 3;
      pointer.scale.setScalar(size);
      pointer.layers.set(this.#layer);
      pointer.position.set(x, ground + height, z);
      pointer.userData.ground = ground;
      this.object.add(pointer);
      return new Box3(new Vector3(x - 1, ground, z - 1), new Vector3(x + 1, ground + top, z + 1));
    });
  }

  /** Lets them bounce to where they are at a time. */
  setTime(seconds: number): void {
    for (const pointer of this.object.children) {
      const ground = pointer.userData.ground as number;
      pointer.position.y = ground + this.#look.height + BOUNCE * Math.abs(Math.sin(seconds * 3));
      pointer.rotation.y = seconds * 1.5;
    }
  }

  /** Frees what the graphics hardware holds. */
  dispose(): void {
    this.#shape.dispose();
    this.#material.dispose();
  }
}
