import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments } from "three";
import { UNSEEN } from "../protocol";
import { centreOf, cornerOf, heightOf, neighbourOf } from "./grid";
import { LAYER } from "./layers";

/** The thin white lines between the cells that have been seen. */
export class Lines {
  readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;

  constructor() {
    const material = new LineBasicMaterial({ color: 0xffffff, transparent: true, opacity: 0.8 });
    this.object = new LineSegments(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.layers.set(LAYER.lines);
  }

  /** Draws the lines of a board. */
  setTiles(tiles: readonly number[]): void {
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry();
    this.object.geometry.setAttribute("position", new Float32BufferAttribute(edges(tiles), 3));
  }
}

function edges(tiles: readonly number[]): number[] {
  const points: number[] = [];
  tiles.forEach((code, cell) => {
    if (code === UNSEEN) return;
    const { x, z } = centreOf(cell);
    for (let side = 0; side < 6; side++) {
      const neighbour = neighbourOf(cell, side);
      const beyond = tiles[neighbour] ?? UNSEEN;
      // An edge between two seen cells is drawn once, at the height of the higher one.
      if (beyond !== UNSEEN && neighbour < cell) continue;
      const y = Math.max(heightOf(code), heightOf(beyond)) + 0.012;
      const [a, b] = [cornerOf(side), cornerOf((side + 1) % 6)];
      points.push(x + a.x, y, z + a.z, x + b.x, y, z + b.z);
    }
  });
  return points;
}
