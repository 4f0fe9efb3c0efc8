import { LinearSRGBColorSpace, PerspectiveCamera, WebGLRenderer } from "three";
import type { SeatWord, SightShown } from "../protocol";
import {
  LENS_DEGREES,
  fit,
  look,
  lookThrough,
  uprightDegrees,
  type CameraMode,
  type Margins,
} from "./cameras";
import { LAYER } from "./layers";
import type { View } from "./view";
import type { World } from "./world";

/** A part of the canvas, in CSS pixels from its upper left. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** From where the world is seen. */
export interface Shot {
  mode: CameraMode;
  view: View;
  /** The part of the canvas in which the main view is drawn. */
  frame: Region;
  /** What of the frame is kept free of the board. */
  margins: Margins;
  /** The part in which the follower's eyes are shown, beside another main view. */
  inset: Region | null;
}

const SHARPEST = 2;
const HAZE = { near: 3, far: 45 };
const CLEAR = { near: 1000, far: 2000 };

/** Margins as parts of a frame, of which half at most is kept free. */
export function marginsIn({ width, height }: Region, pixels: Margins): Margins {
  const part = (value: number, side: number) => Math.min(value / Math.max(side, 1), 0.25);
  return {
    top: part(pixels.top, height),
    right: part(pixels.right, width),
    bottom: part(pixels.bottom, height),
    left: part(pixels.left, width),
  };
}

/** Draws the world as its cameras see it. */
export class Painter {
  readonly #renderer: WebGLRenderer;
  readonly #overview = new PerspectiveCamera(LENS_DEGREES);
  readonly #eyes = new PerspectiveCamera();
  #size = "";

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly world: World,
    private readonly seat: SeatWord,
    private readonly sight: SightShown,
    isSoftware: boolean,
  ) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: !isSoftware });
    this.#renderer.outputColorSpace = LinearSRGBColorSpace; // colours are the screen's already
    this.#renderer.setScissorTest(true);
    this.#overview.layers.enable(LAYER.markers);
    this.#overview.layers.enable(LAYER.follower);
  }

  /** Fits the picture to the canvas, with more or fewer pixels than the screen has. */
  resize(sharpness: number): void {
    const { clientWidth, clientHeight } = this.canvas;
    const ratio = sharpness * Math.min(window.devicePixelRatio, SHARPEST);
    const size = `${clientWidth} ${clientHeight} ${ratio}`;
    if (size === this.#size) return;
    this.#size = size;
    this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(clientWidth, clientHeight, false);
  }

  /** Draws a frame. */
  draw({ mode, view, frame, margins, inset }: Shot): void {
    if (mode === "follower") {
      this.#drawEyes(frame, this.seat === "follower");
      return;
    }
    const aspect = frame.width / Math.max(frame.height, 1);
    look(this.#overview, fit(mode, aspect, marginsIn(frame, margins)), view.pan, view.zoom);
    this.world.scene.background = this.world.table;
    this.world.sky.visible = false;
    Object.assign(this.world.fog, CLEAR);
    this.#render(this.#overview, frame);
    if (inset) this.#drawEyes(inset, false);
  }

  /** Frees what the graphics hardware holds. */
  dispose(): void {
    this.#renderer.dispose();
  }

  #drawEyes(place: Region, hasLines: boolean): void {
    lookThrough(this.#eyes, this.world.followerStance);
    this.#eyes.fov = uprightDegrees(this.sight.degrees, place.width / Math.max(place.height, 1));
    if (hasLines) this.#eyes.layers.enable(LAYER.lines);
    this.world.scene.background = null;
    this.world.sky.visible = true;
    this.world.sky.position.copy(this.#eyes.position);
    Object.assign(this.world.fog, HAZE);
    this.#render(this.#eyes, place);
  }

  #render(camera: PerspectiveCamera, { x, y, width, height }: Region): void {
    camera.aspect = width / Math.max(height, 1);
    camera.updateProjectionMatrix();
    const bottom = this.canvas.clientHeight - y - height;
    this.#renderer.setViewport(x, bottom, width, height);
    this.#renderer.setScissor(x, bottom, width, height);
    this.#renderer.render(this.world.scene, camera);
  }
}
