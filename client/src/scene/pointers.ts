import { Group } from "three";
import { centreOf, heightOf } from "./grid";
import { LAYER } from "./layers";
import { gem } from "./markers";
import { POINTER } from "./palette";

const BOUNCE = 0.25;
/** From above and afar they must be larger than before someone's eyes. */
const AFAR = { height: 0.55, size: 2.6, layer: LAYER.markers };
// The follower's own eyes see no markers, but must see where they are sent.
const NEAR = { height: 0.6, size: 0.9, layer: LAYER.world };

/** Gems over the cells that someone is to look at; they bounce as the water moves. */
export class Pointers {
  readonly object = new Group();
  readonly #look: typeof AFAR | typeof NEAR;

  /** `isAfar` says whether the whole board is seen at once. */
  constructor(isAfar: boolean) {
    this.#look = isAfar ? AFAR : NEAR;
  }

  /** Points at cells of a board, and at no others any more. */
  pointAt(cells: readonly number[], tiles: readonly number[]): void {
    const { height, size, layer } = this.#look;
    this.object.clear();
    for (const cell of cells) {
      const { x, z } = centreOf(cell);
      const place = new Group();
      place.position.set(x, heightOf(tiles[cell] ?? 0) + height, z);
      const pointer = gem(POINTER);
      pointer.scale.setScalar(size);
      pointer.layers.set(layer);
      this.object.add(place.add(pointer));
    }
  }

  /** Lets them bounce to where they are at a time. */
  setTime(seconds: number): void {
    for (const { children } of this.object.children) {
      children[0]!.position.y = BOUNCE * Math.abs(Math.sin(seconds * 3));
      children[0]!.rotation.y = seconds * 1.5;
    }
  }
}
