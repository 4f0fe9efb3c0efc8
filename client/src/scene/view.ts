import { Vector3 } from "three";
import { LENS_DEGREES, type Fit } from "./cameras";
import { BOARD } from "./grid";

const MAX_ZOOM = 6;

/** How far the look at the board has been zoomed and moved by whoever looks. */
export class View {
  zoom = 1;
  readonly pan = new Vector3();

  /** Undoes all zooming and moving. */
  reset(): void {
    this.zoom = 1;
    this.pan.set(0, 0, 0);
  }

  /** Zooms by a factor; the ground at some pixels right of and below the middle stays there. */
  zoomBy(factor: number, from: Fit, height: number, x = 0, y = 0): void {
    const before = this.zoom;
    this.zoom = Math.min(Math.max(before * factor, 1), MAX_ZOOM);
    const share = 1 - before / this.zoom;
    this.#move(x * share, y * share, from, height, before);
  }

  /** Moves the look by some pixels to the right and down. */
  panBy(x: number, y: number, from: Fit, height: number): void {
    this.#move(x, y, from, height, this.zoom);
  }

  #move(x: number, y: number, from: Fit, height: number, zoom: number): void {
    const slope = Math.tan((LENS_DEGREES * Math.PI) / 360);
    const pixel = (2 * slope * from.distance) / zoom / Math.max(height, 1);
    this.pan.x += x * pixel;
    this.pan.z += (y * pixel) / Math.sin(from.pitch);
    this.#limit();
  }

  /** Keeps the look on the board: the less is seen of it, the farther it may be moved. */
  #limit(): void {
    const share = 1 - 1 / this.zoom;
    const limitX = ((BOARD.east - BOARD.west) / 2) * share;
    const limitZ = ((BOARD.south - BOARD.north) / 2) * share;
    this.pan.x = Math.min(Math.max(this.pan.x, -limitX), limitX);
    this.pan.z = Math.min(Math.max(this.pan.z, -limitZ), limitZ);
  }
}
