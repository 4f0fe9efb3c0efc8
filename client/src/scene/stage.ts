import type { Happening, Plan, SeatWord, SightShown, Situation } from "../protocol";
import { NO_MARGINS, fit, type CameraMode, type Margins } from "./cameras";
import { listen } from "./gestures";
import type { PlanLayer } from "./heat";
import { isSoftware } from "./hardware";
import { Pace } from "./pace";
import { Painter, marginsIn, type Inset } from "./painter";
import { Pointing, type Point } from "./pointing";
import { isSame } from "./regions";
import { View } from "./view";
import { World } from "./world";

export type { CameraMode, Margins } from "./cameras";
export type { PlanLayer } from "./heat";
export type { Inset } from "./painter";
export { LAYER_COLOURS } from "./palette";

/** How people like to see the board. */
export interface Looks {
  motion: "full" | "reduced";
  /** Marked: a letter names the colour of each card. */
  symbols: "plain" | "marked";
}

/** What a stage is for. */
export interface StageOptions {
  seat: SeatWord;
  sight: SightShown;
  looks: Looks;
}

/** What drawing the last frame took, and how fast frames follow one another while things move. */
export interface StageStatistics {
  drawCalls: number;
  triangles: number;
  framesPerSecond: number;
}

const REST_SECONDS = 0.4;
const LONG_REST_SECONDS = 1;
const SLOW_INSET_FRAMES = 3;
const LONGEST_STEP = 0.25;
const AMBIENT_SECONDS = 1 / 30;
const SLOW_AMBIENT_SECONDS = 1 / 6;

/** The game in three dimensions on a canvas: shows situations as they come, and decides nothing. */
export class Stage {
  readonly #canvas: HTMLCanvasElement;
  readonly #seat: SeatWord;
  readonly #world: World;
  readonly #view = new View();
  readonly #pace: Pace;
  readonly #painter: Painter;
  readonly #end = new AbortController();
  readonly #sizes: ResizeObserver;
  #mode: CameraMode;
  #inset: Inset | null = null;
  #place: Inset | null = null;
  #margins = NO_MARGINS;
  #isReduced = false;
  #isPlaced = false;
  #frame = 0;
  #timer = 0;
  #last = 0;
  #wasAtOnce = false;
  #isStale = true;
  #busyUntil = 0;
  #restlessUntil = 0;
  #ambientAt = 0;
  #frames = 0;
  #eyes = "";

  constructor(canvas: HTMLCanvasElement, { seat, sight, looks }: StageOptions) {
    this.#canvas = canvas;
    this.#seat = seat;
    this.#mode = seat === "follower" ? "follower" : "tilted";
    this.#world = new World(seat !== "follower");
    const software = isSoftware();
    this.#pace = new Pace(software);
    this.#painter = new Painter(canvas, this.#world, { seat, sight, isSoftware: software });
    this.setLooks(looks);
    this.#sizes = new ResizeObserver(() => this.#resize());
    this.#sizes.observe(canvas);
    this.#resize();
    this.#listen();
  }

  /** Whether players or cards are on their way to what was shown last. */
  get isAnimating(): boolean {
    return this.#isSeen && this.#world.isMoving;
  }

  /** What drawing takes. */
  get statistics(): StageStatistics {
    return { ...this.#painter.statistics, framesPerSecond: this.#pace.framesPerSecond };
  }

  /** Builds the board from 625 tile codes. */
  setTiles(tiles: readonly number[]): void {
    this.#world.setTiles(tiles);
    this.#redrawAll();
  }

  /** Adds cells that the follower has seen for the first time. */
  addTiles(tiles: readonly (readonly [number, number])[]): void {
    if (tiles.length === 0) return;
    this.#world.addTiles(tiles);
    this.#redrawAll();
  }

  /** Goes over to a situation from what is shown now; at once if instant, first or out of sight. */
  show(situation: Situation, happenings: readonly Happening[] = [], isInstant = false): void {
    const isAtOnce = isInstant || !this.#isPlaced || !this.#isSeen;
    this.#isPlaced = true;
    // Time that passed before does not count for what begins now.
    if (!this.#wasAtOnce) this.#last = Math.max(this.#last, performance.now() / 1000);
    this.#world.show(situation, happenings, isAtOnce);
    if (isAtOnce) this.#isStale = true;
    this.#redraw();
  }

  /** Chooses from where the board is seen; the follower's seat has its own eyes only. */
  setCamera(mode: CameraMode): void {
    if (this.#seat === "follower" || mode === this.#mode) return;
    this.#mode = mode;
    this.#view.reset();
    this.#redrawAll();
  }

  /** Draws the main view into a part of the canvas, in CSS pixels; null for all of it. */
  setFrame(place: Inset | null): void {
    if (isSame(place, this.#place)) return;
    this.#place = place;
    this.#redrawAll();
  }

  /** Keeps the board, seen as a whole, off the edges of the main view by CSS pixels. */
  setMargins(margins: Margins): void {
    const { top, right, bottom, left } = this.#margins;
    const isSame = [top, right, bottom, left].join() === Object.values(margins).join();
    this.#margins = { ...margins };
    if (!isSame) this.#redrawAll();
  }

  /** Draws what the follower sees into a part of the canvas, in CSS pixels; null for nowhere. */
  setInset(place: Inset | null): void {
    if (this.#seat === "follower" || isSame(place, this.#inset)) return;
    this.#inset = place;
    this.#redrawAll();
  }

  /** Lays kinds of the follower's plan over the board. */
  showPlan(plan: Plan | null, layers: ReadonlySet<PlanLayer>): void {
    this.#world.heat.show(plan, layers, this.#world.tiles);
    this.#redrawAll();
  }

  /** Points at cells of the board, and at no others any more. */
  pointAt(cells: readonly number[]): void {
    this.#world.pointAt(cells);
    this.#redraw();
  }

  /** Changes how the board looks and moves. */
  setLooks({ motion, symbols }: Looks): void {
    this.#isReduced = motion === "reduced";
    this.#world.setLooks(this.#isReduced, symbols === "marked");
    this.#redrawAll();
  }

  /** Shows the whole board again. */
  resetView(): void {
    this.#view.reset();
    this.#redrawAll();
  }

  /** Zooms in by a factor, or out if it is below 1. */
  zoomBy(factor: number): void {
    this.#zoom(factor, 0, 0);
  }

  /** Moves the look by CSS pixels: to the right (east) and down (south). */
  panBy(x: number, y: number): void {
    this.#view.panBy(x, y, this.#fit(), this.#framed.height);
    this.#roam();
  }

  /** Where the middle of a cell is seen from above, in CSS pixels from the canvas' upper left. */
  pointOf(cell: number): Point {
    return this.#pointing.pointOf(cell);
  }

  /** The cell that is seen from above at such a point; null beside the board. */
  cellAt(point: Point): number | null {
    return this.#pointing.cellAt(point);
  }

  /** Ends all drawing and frees what the graphics hardware holds. */
  dispose(): void {
    this.#end.abort();
    this.#sizes.disconnect();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#world.dispose();
    this.#painter.dispose();
  }

  #listen(): void {
    const { signal } = this.#end;
    document.addEventListener("visibilitychange", () => this.#redraw(), { signal });
    this.#canvas.addEventListener("webglcontextrestored", () => this.#redrawAll(), { signal });
    if (this.#seat === "follower") return;
    const stop = listen(this.#canvas, () => this.#framed, {
      pan: (x, y) => this.panBy(x, y),
      zoom: (factor, x, y) => this.#zoom(factor, x, y),
    });
    signal.addEventListener("abort", stop);
  }

  get #pointing(): Pointing {
    return new Pointing(this.#fit(), this.#view, this.#framed);
  }

  /** Whether locators bounce. */
  get #isLocating(): boolean {
    return this.#world.isLocating && !this.#isReduced;
  }

  /** The part of the canvas in which the main view is drawn. */
  get #framed(): Inset {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    return this.#place ?? { x: 0, y: 0, width, height };
  }

  /** Whether the canvas has a place on a page that is in front. */
  get #isSeen(): boolean {
    return !document.hidden && this.#canvas.clientWidth * this.#canvas.clientHeight > 0;
  }

  #fit() {
    const frame = this.#framed;
    const aspect = frame.width / Math.max(frame.height, 1);
    return fit(this.#mode, aspect, marginsIn(frame, this.#margins));
  }

  #zoom(factor: number, x: number, y: number): void {
    this.#view.zoomBy(factor, this.#fit(), this.#framed.height, x, y);
    this.#roam();
  }

  /** Draws coarsely for a while if need be, as the whole picture moves. */
  #roam(): void {
    this.#busyUntil = performance.now() / 1000 + REST_SECONDS;
    this.#redrawAll();
  }

  #resize(): void {
    if (this.#canvas.clientWidth * this.#canvas.clientHeight === 0) return;
    this.#pace.setDevice(window.devicePixelRatio);
    this.#isStale = true;
    this.#draw(this.#last);
    this.#redraw();
  }

  /** Asks for a frame that is drawn as a whole. */
  #redrawAll(): void {
    this.#isStale = true;
    this.#redraw();
  }

  /** Asks for a frame as soon as the browser wants one. */
  #redraw(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#frame !== 0 || !this.#isSeen || this.#end.signal.aborted) return;
    this.#frame = requestAnimationFrame((time) => this.#tick(time / 1000));
  }

  /** Asks for a frame in some seconds. */
  #redrawIn(seconds: number): void {
    if (this.#frame !== 0 || !this.#isSeen) return;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#redraw(), Math.max(0, seconds * 1000 - 8));
  }

  #tick(now: number): void {
    this.#frame = 0;
    if (!this.#isSeen) return;
    const passed = Math.max(0, now - this.#last);
    this.#last = now;
    const isAmbient = now >= this.#ambientAt;
    if (isAmbient) {
      this.#ambientAt = now + (this.#pace.isSlow ? SLOW_AMBIENT_SECONDS : AMBIENT_SECONDS) - 0.008;
    }
    this.#world.advance(Math.min(passed, LONGEST_STEP), isAmbient);
    const isWhole = this.#draw(now);
    if (this.#wasAtOnce) this.#pace.note(passed, isWhole);
    this.#plan(now);
  }

  /** Decides when the next frame is due, if any. */
  #plan(now: number): void {
    this.#wasAtOnce = this.#world.isMoving || this.#isLocating;
    const restAt = now < this.#busyUntil ? this.#busyUntil : this.#restlessUntil;
    if (this.#wasAtOnce) this.#redraw();
    else if (this.#painter.isInsetBehind) this.#redraw();
    else if (this.#world.isAmbient) this.#redrawIn(this.#ambientAt - now);
    else if (now < restAt) this.#redrawIn(restAt - now);
  }

  #draw(now: number): boolean {
    const { x, z, bearing } = this.#world.followerStance;
    const eyes = `${x} ${z} ${bearing}`;
    const isEyesMoved = eyes !== this.#eyes;
    this.#eyes = eyes;
    if (isEyesMoved && this.#mode === "follower") this.#busyUntil = now + REST_SECONDS;
    if (this.#world.isMoving || this.#isLocating) this.#restlessUntil = now + LONG_REST_SECONDS;
    const isRestless = now < this.#restlessUntil;
    const ratio = this.#pace.ratio(now < this.#busyUntil ? "whole" : isRestless ? "parts" : "none");
    this.#painter.setSize(this.#canvas.clientWidth, this.#canvas.clientHeight, ratio);
    const changed = this.#world.takeChanges();
    const changes = this.#isStale ? null : changed;
    this.#isStale = false;
    const [mode, view, inset, frame] = [this.#mode, this.#view, this.#inset, this.#framed];
    const margins = this.#margins;
    this.#frames += 1;
    const isInsetDue =
      !this.#pace.isSlow || !this.#wasAtOnce || this.#frames % SLOW_INSET_FRAMES === 0;
    return this.#painter.draw({
      mode,
      view,
      frame,
      margins,
      inset,
      changes,
      isEyesMoved,
      isInsetDue,
    });
  }
}
