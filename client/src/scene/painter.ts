import { Frustum, Matrix4, PerspectiveCamera, WebGLRenderer } from "three";
import type { SeatWord, SightShown } from "../protocol";
import {
  EYE,
  LENS_DEGREES,
  NO_MARGINS,
  fit,
  look,
  lookThrough,
  uprightDegrees,
  type CameraMode,
  type Margins,
} from "./cameras";
import { LAYER } from "./layers";
import { air } from "./paint";
import { SKY } from "./palette";
import { isOverlapping, isSame, joined, regionOf, type Region } from "./regions";
import type { View } from "./view";
import type { Change, World } from "./world";

/** A part of the canvas, in CSS pixels from its upper left. */
export type Inset = Region;

/** Whom a painter paints for, and with what. */
export interface PainterOptions {
  seat: SeatWord;
  sight: SightShown;
  isSoftware: boolean;
}

/** What is to be drawn: from where, and what changed in the world since the last frame. */
export interface Shot {
  mode: CameraMode;
  view: View;
  /** The part of the canvas in which the main view is drawn. */
  frame: Inset;
  /** What of the frame is kept free of the board, in CSS pixels. */
  margins?: Margins;
  inset: Inset | null;
  /** What changed, or null if all may have. */
  changes: readonly Change[] | null;
  /** Whether the follower's eyes have moved. */
  isEyesMoved: boolean;
  /** Whether the inset may be drawn; if not, it falls behind. */
  isInsetDue: boolean;
}

/** Margins as parts of a frame, of which half at most is kept free. */
export function marginsIn({ width, height }: Inset, pixels: Margins): Margins {
  const part = (value: number, side: number) => Math.min(value / Math.max(side, 1), 0.25);
  return {
    top: part(pixels.top, height),
    right: part(pixels.right, width),
    bottom: part(pixels.bottom, height),
    left: part(pixels.left, width),
  };
}

const HAZE = 0.5;
const REGION_OVERHEAD = 12_000;

/** Draws the world as its cameras see it.
 *
 * The picture stays on the canvas, and only the regions in which something changed are drawn anew:
 * without graphics hardware a whole frame takes many times longer.
 */
export class Painter {
  readonly #renderer: WebGLRenderer;
  readonly #world: World;
  readonly #sight: SightShown;
  readonly #overview = new PerspectiveCamera(LENS_DEGREES);
  readonly #eyes = new PerspectiveCamera();
  readonly #hasLines: boolean;
  #ratio = 0;
  #whole: Region = { x: 0, y: 0, width: 0, height: 0 };
  #isBlank = true;
  #isInsetBehind = false;
  #drawnInset: Region | null = null;
  #statistics = { drawCalls: 0, triangles: 0 };

  constructor(canvas: HTMLCanvasElement, world: World, options: PainterOptions) {
    this.#renderer = new WebGLRenderer({
      canvas,
      antialias: !options.isSoftware,
      alpha: false,
      stencil: false,
      preserveDrawingBuffer: true,
      powerPreference: "high-performance",
    });
    this.#renderer.info.autoReset = false;
    this.#renderer.setScissorTest(true);
    this.#renderer.setClearColor(SKY.below);
    this.#world = world;
    world.sky.material.uniforms.pitch!.value = EYE.pitch;
    this.#sight = options.sight;
    this.#hasLines = options.seat === "follower";
    this.#overview.layers.enable(LAYER.markers);
    this.#overview.layers.enable(LAYER.follower);
  }

  /** What the last frame that was drawn as a whole took. */
  get statistics(): { drawCalls: number; triangles: number } {
    return this.#statistics;
  }

  /** Whether the inset shows less than has happened. */
  get isInsetBehind(): boolean {
    return this.#isInsetBehind;
  }

  /** Fits the picture to the canvas, of a size in CSS pixels; the next frame is a whole one. */
  setSize(cssWidth: number, cssHeight: number, ratio: number): void {
    const width = Math.max(1, Math.round(cssWidth * ratio));
    const height = Math.max(1, Math.round(cssHeight * ratio));
    if (width === this.#whole.width && height === this.#whole.height) return;
    this.#ratio = ratio;
    this.#whole = { x: 0, y: 0, width, height };
    this.#renderer.setSize(width, height, false);
    this.#isBlank = true;
  }

  /** Draws a frame; true if all of it had to be drawn. */
  draw({ mode, view, inset, changes, isEyesMoved, isInsetDue, ...shot }: Shot): boolean {
    this.#renderer.info.reset();
    const frame = this.#scaled(shot.frame);
    const place = inset && mode !== "follower" ? this.#scaled(inset) : null;
    const isEyes = mode === "follower";
    const margins = marginsIn(shot.frame, shot.margins ?? NO_MARGINS);
    const camera = isEyes ? this.#aimEyes(frame) : this.#aimOverview(mode, view, frame, margins);
    const isWhole = this.#isBlank || changes === null || (isEyes && isEyesMoved);
    const regions = isWhole ? [frame] : this.#regions(changes, camera, frame);
    for (const region of regions) this.#render(camera, frame, region, isEyes, this.#hasLines);
    if (place) {
      const isCovered =
        this.#isBlank ||
        !isSame(place, this.#drawnInset) ||
        regions.some((region) => isOverlapping(region, place));
      this.#isInsetBehind ||= isCovered || isEyesMoved || this.#isInView(place, changes);
      if (isCovered || (isInsetDue && this.#isInsetBehind)) this.#drawInset(place);
    }
    this.#isBlank = false;
    const { calls, triangles } = this.#renderer.info.render;
    if (isWhole) this.#statistics = { drawCalls: calls, triangles };
    return isWhole;
  }

  /** Frees what the graphics hardware holds. */
  dispose(): void {
    this.#renderer.dispose();
  }

  #scaled({ x, y, width, height }: Inset): Region {
    const at = (value: number) => Math.round(value * this.#ratio);
    return { x: at(x), y: at(y), width: Math.max(1, at(width)), height: Math.max(1, at(height)) };
  }

  #aimOverview(
    mode: CameraMode,
    view: View,
    { width, height }: Region,
    margins: Margins,
  ): PerspectiveCamera {
    const aspect = width / height;
    look(this.#overview, fit(mode, aspect, margins), view.pan, view.zoom);
    return ready(this.#overview, aspect);
  }

  #aimEyes({ width, height }: Region): PerspectiveCamera {
    this.#eyes.fov = uprightDegrees(this.#sight.degrees, width / height);
    lookThrough(this.#eyes, this.#world.followerStance);
    return ready(this.#eyes, width / height);
  }

  #regions(changes: readonly Change[], camera: PerspectiveCamera, frame: Region): Region[] {
    const { x, y, width, height } = frame;
    const found = changes.map(({ box }) => regionOf(box, camera, width, height));
    const regions = joined(
      found.filter((region) => region !== null),
      REGION_OVERHEAD * this.#ratio ** 2,
    );
    return regions.map((region) => ({ ...region, x: region.x + x, y: region.y + y }));
  }

  #drawInset(place: Region): void {
    this.#render(this.#aimEyes(place), place, place, true, false);
    this.#drawnInset = place;
    this.#isInsetBehind = false;
  }

  /** Whether the follower sees any of what changed. */
  #isInView(place: Region, changes: readonly Change[] | null): boolean {
    const { projectionMatrix, matrixWorldInverse } = this.#aimEyes(place);
    const frustum = new Frustum().setFromProjectionMatrix(
      new Matrix4().multiplyMatrices(projectionMatrix, matrixWorldInverse),
    );
    return changes?.some(({ box, isOwn }) => !isOwn && frustum.intersectsBox(box)) ?? true;
  }

  /** Draws a region of what a camera sees, whose whole picture has a place on the canvas. */
  #render(
    camera: PerspectiveCamera,
    place: Region,
    region: Region,
    isEyes: boolean,
    hasLines: boolean,
  ): void {
    const { x, y, width, height } = region;
    const bottom = this.#whole.height - y - height;
    const top = (place.y + place.height - y) / place.height;
    const { sky, table } = this.#world;
    sky.visible = isEyes;
    table.visible = !isEyes;
    const { uniforms } = (isEyes ? sky : table).material;
    uniforms.span!.value = [top - height / place.height, top];
    if (isEyes) uniforms.slope!.value = Math.tan((camera.fov * Math.PI) / 360);
    air.haze.value = isEyes ? HAZE : 0;
    if (isEyes && hasLines) camera.layers.enable(LAYER.lines);
    if (isEyes && !hasLines) camera.layers.disable(LAYER.lines);
    camera.setViewOffset(place.width, place.height, x - place.x, y - place.y, width, height);
    this.#renderer.setViewport(x, bottom, width, height);
    this.#renderer.setScissor(x, bottom, width, height);
    this.#renderer.render(this.#world.scene, camera);
  }
}

/** A camera whose matrices are those of its whole picture. */
function ready(camera: PerspectiveCamera, aspect: number): PerspectiveCamera {
  camera.aspect = aspect;
  camera.clearViewOffset();
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return camera;
}
