import { Group, Matrix4, Mesh } from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import { TILES, WIDTH } from "../protocol";
import { CELLS, bearingOf, centreOf, heightOf, neighbourOf, yawOf } from "./grid";
import { propModel } from "./models";
import { flat, lit } from "./paint";
import { terrain } from "./terrain";

const BLOCK = 5;
const BLOCKS = WIDTH / BLOCK;

/** Where a prop stands on a cell. */
export function propPlace(code: number, cell: number): Matrix4 {
  const { x, z } = centreOf(cell);
  const heading = TILES[code]?.heading ?? null;
  return new Matrix4()
    .makeRotationY(heading === null ? 0 : yawOf(bearingOf(heading)))
    .setPosition(x, heightOf(code), z);
}

/** The ground and all that stands on it and never moves, in blocks of cells with one mesh each.
 *
 * A block out of view costs nothing, which matters as the follower sees only a part of the board.
 */
export class Solids {
  readonly object = new Group();
  readonly #blocks: Mesh[];
  #tiles: number[] = [];

  constructor() {
    const paint = flat();
    this.#blocks = Array.from({ length: BLOCKS * BLOCKS }, () => new Mesh(undefined, paint));
    this.object.add(...this.#blocks);
  }

  /** Builds the blocks that differ from those that are there. */
  setTiles(tiles: readonly number[]): void {
    const changed = Array.from({ length: CELLS }, (_, cell) => cell).filter(
      (cell) => tiles[cell] !== this.#tiles[cell],
    );
    const around = changed.flatMap((cell) =>
      [0, 1, 2, 3, 4, 5].map((side) => neighbourOf(cell, side)),
    );
    this.#tiles = [...tiles];
    const stale = new Set([...changed, ...around].filter((cell) => cell >= 0).map(blockOf));
    for (const block of stale) this.#build(block);
  }

  #build(block: number): void {
    const cells = this.#tiles.flatMap((_, cell) => (blockOf(cell) === block ? [cell] : []));
    const props = cells.flatMap((cell) => {
      const code = this.#tiles[cell]!;
      const prop = TILES[code]?.prop;
      return prop ? [propModel(prop).geometry.clone().applyMatrix4(propPlace(code, cell))] : [];
    });
    const mesh = this.#blocks[block]!;
    mesh.geometry.dispose();
    mesh.geometry = lit(mergeGeometries([terrain(this.#tiles, cells), ...props]));
  }
}

function blockOf(cell: number): number {
  const [x, row] = [cell % WIDTH, Math.floor(cell / WIDTH)];
  return Math.floor(x / BLOCK) + BLOCKS * Math.floor(row / BLOCK);
}
