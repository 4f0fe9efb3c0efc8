import { Group, Matrix4, Mesh, Quaternion, Vector3, type Object3D } from "three";
import { TILES, WIDTH } from "../protocol";
import { Baking } from "./baking";
import { CELLS, bearingOf, centreOf, heightOf, neighbourOf, yawOf } from "./grid";
import { propModel } from "./models";
import { bakedPaint } from "./paint";
import { terrain } from "./terrain";

const UP = new Vector3(0, 1, 0);
const ONE = new Vector3(1, 1, 1);
const BLOCK = 5;
const BLOCKS = WIDTH / BLOCK;

/** Where a prop stands on a cell. */
export function propPlace(code: number, cell: number): Matrix4 {
  const { x, z } = centreOf(cell);
  const heading = TILES[code]?.heading ?? null;
  const turn = new Quaternion().setFromAxisAngle(
    UP,
    heading === null ? 0 : yawOf(bearingOf(heading)),
  );
  return new Matrix4().compose(new Vector3(x, heightOf(code), z), turn, ONE);
}

/** The ground and all that stands on it and never moves, in blocks of cells with one mesh each.
 *
 * A block out of view costs nothing, which matters as the follower sees only a part of the board
 * and most frames only change a part of the picture.
 */
export class Solids {
  readonly object: Object3D = new Group();
  readonly #paint = bakedPaint();
  readonly #blocks: Mesh[];
  #tiles: number[] = [];

  constructor() {
    this.#blocks = Array.from({ length: BLOCKS * BLOCKS }, () => new Mesh(undefined, this.#paint));
    this.object.add(...this.#blocks);
  }

  /** Builds the blocks that differ from those that are there. */
  setTiles(tiles: readonly number[]): void {
    const stale = new Set<number>();
    for (let cell = 0; cell < CELLS; cell++) {
      if (tiles[cell] === this.#tiles[cell]) continue;
      stale.add(blockOf(cell));
      for (let side = 0; side < 6; side++) {
        const neighbour = neighbourOf(cell, side);
        if (neighbour !== -1) stale.add(blockOf(neighbour));
      }
    }
    this.#tiles = [...tiles];
    for (const block of stale) this.#build(block);
  }

  /** Frees what the graphics hardware holds. */
  dispose(): void {
    for (const mesh of this.#blocks) mesh.geometry.dispose();
    this.#paint.dispose();
  }

  #build(block: number): void {
    const cells = cellsOf(block);
    const baking = new Baking();
    baking.add(terrain(this.#tiles, cells));
    for (const cell of cells) {
      const code = this.#tiles[cell]!;
      const prop = TILES[code]?.prop;
      if (prop) baking.add(propModel(prop).geometry, propPlace(code, cell));
    }
    const mesh = this.#blocks[block]!;
    mesh.geometry.dispose();
    mesh.geometry = baking.geometry();
    // Each has a place of its own, so that near blocks are drawn first and hide the others' pixels.
    const { center } = mesh.geometry.boundingSphere!;
    mesh.position.copy(center);
    mesh.geometry.translate(-center.x, -center.y, -center.z);
  }
}

function blockOf(cell: number): number {
  const [x, row] = [cell % WIDTH, Math.floor(cell / WIDTH)];
  return Math.floor(x / BLOCK) + BLOCKS * Math.floor(row / BLOCK);
}

function cellsOf(block: number): number[] {
  const [west, south] = [(block % BLOCKS) * BLOCK, Math.floor(block / BLOCKS) * BLOCK];
  return Array.from(
    { length: BLOCK * BLOCK },
    (_, i) => west + (i % BLOCK) + WIDTH * (south + Math.floor(i / BLOCK)),
  );
}
