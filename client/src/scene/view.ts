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
    // The less is seen of the board, the farther the look may be moved, up to its edges.
    const share = 1 - 1 / this.zoom;
    const { target } = from;
    this.pan.x = clamp(this.pan.x, BOARD.west - target.x, BOARD.east - target.x, share);
    this.pan.z = clamp(this.pan.z, BOARD.north - target.z, BOARD.south - target.z, share);
  }
}

function clamp(value: number, low: number, high: number, share: number): number {
  return Math.min(Math.max(value, low * share), high * share);
}
