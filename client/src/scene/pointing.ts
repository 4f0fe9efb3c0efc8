import { PerspectiveCamera, Vector3 } from "three";
import { LENS_DEGREES, look, type Fit } from "./cameras";
import { CELLS, centreOf } from "./grid";
import type { Region } from "./painter";
import type { View } from "./view";

/** A place on a canvas, in CSS pixels from its upper left. */
export interface Point {
  x: number;
  y: number;
}

/** Cells are 1 apart; what is farther from every middle than a corner is beside the board. */
const REACH = 0.6;

/** Which cells of the board are seen where, in the part of a canvas that shows it from above. */
export class Pointing {
  readonly #camera = new PerspectiveCamera(LENS_DEGREES);

  constructor(
    from: Fit,
    view: View,
    private readonly frame: Region,
  ) {
    look(this.#camera, from, view.pan, view.zoom);
    this.#camera.aspect = frame.width / Math.max(frame.height, 1);
    this.#camera.updateProjectionMatrix();
    this.#camera.updateMatrixWorld();
  }

  /** Where the middle of a cell is seen. */
  pointOf(cell: number): Point {
    const { x, z } = centreOf(cell);
    return this.#project(new Vector3(x, 0, z));
  }

  /** The cell that is seen at a point; null beside the board. */
  cellAt(point: Point): number | null {
    let [nearest, least] = [-1, Infinity];
    for (let cell = 0; cell < CELLS; cell++) {
      const apart = distance(this.pointOf(cell), point);
      if (apart < least) [nearest, least] = [cell, apart];
    }
    return least <= this.#reachAt(nearest) ? nearest : null;
  }

  /** How many pixels a cell reaches from its middle. */
  #reachAt(cell: number): number {
    const { x, z } = centreOf(cell);
    return distance(this.pointOf(cell), this.#project(new Vector3(x + REACH, 0, z)));
  }

  #project(place: Vector3): Point {
    const { x, y } = place.project(this.#camera);
    const { frame } = this;
    return {
      x: frame.x + ((x + 1) / 2) * frame.width,
      y: frame.y + ((1 - y) / 2) * frame.height,
    };
  }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
