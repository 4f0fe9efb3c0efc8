import type { PlanLayer } from "../plan-layers";
import type { Happening, Plan, SeatWord, SightShown, Situation } from "../protocol";
import { NO_MARGINS, fit, type CameraMode, type Fit, type Margins } from "./cameras";
import { listen } from "./gestures";
import { isSoftware } from "./hardware";
import { Painter, marginsIn, type Region } from "./painter";
import { Pointing, type Point } from "./pointing";
import { View } from "./view";
import { World } from "./world";

export type { CameraMode, Margins } from "./cameras";
export type { Region } from "./painter";

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

const LONGEST_STEP = 1;
/** Between frames while only water, sails and the like move. */
const AMBIENT_SECONDS = 1 / 20;
/** Between frames while locators, which do not move, are still to go away. */
const CALM_SECONDS = 1;
/** Without graphics hardware each pixel is dear: what moves is drawn coarsely, what rests finely. */
const SOFTWARE = { moving: 0.75, resting: 1.5, restSeconds: 0.4 };

/** The game in three dimensions on a canvas: shows situations as they come, and decides nothing. */
export class Stage {
  readonly #canvas: HTMLCanvasElement;
  readonly #seat: SeatWord;
  readonly #world: World;
  readonly #view = new View();
  readonly #painter: Painter;
  readonly #end = new AbortController();
  readonly #sizes = new ResizeObserver(() => this.#resize());
  readonly #isSoftware = isSoftware();
  #mode: CameraMode;
  #inset: Region | null = null;
  #place: Region | null = null;
  #margins = NO_MARGINS;
  #isReduced = false;
  #isPlaced = false;
  #frame = 0;
  #timer = 0;
  #last = 0;
  #wasMoving = false;

  constructor(canvas: HTMLCanvasElement, { seat, sight, looks }: StageOptions) {
    this.#canvas = canvas;
    this.#seat = seat;
    this.#mode = seat === "follower" ? "follower" : "tilted";
    this.#world = new World(seat !== "follower");
    this.#painter = new Painter(canvas, this.#world, seat, sight, this.#isSoftware);
    this.setLooks(looks);
    this.#sizes.observe(canvas);
    this.#listen();
  }

  /** Whether players or cards are on their way to what was shown last. */
  get isAnimating(): boolean {
    return this.#isSeen && this.#world.isMoving;
  }

  /** Builds the board from 625 tile codes. */
  setTiles(tiles: readonly number[]): void {
    this.#world.setTiles(tiles);
    this.#redraw();
  }

  /** Adds cells that the follower has seen for the first time. */
  addTiles(tiles: readonly (readonly [number, number])[]): void {
    this.#world.addTiles(tiles);
    this.#redraw();
  }

  /** Goes over to a situation from what is shown now; at once if instant, first or out of sight. */
  show(situation: Situation, happenings: readonly Happening[] = [], isInstant = false): void {
    const isAtOnce = isInstant || !this.#isPlaced || !this.#isSeen;
    this.#isPlaced = true;
    // Time that passed before does not count for what begins now.
    if (!this.#wasMoving) this.#last = Math.max(this.#last, performance.now() / 1000);
    this.#world.show(situation, happenings, isAtOnce);
    this.#redraw();
  }

  /** Chooses from where the board is seen; the follower's seat has its own eyes only. */
  setCamera(mode: CameraMode): void {
    if (this.#seat === "follower" || mode === this.#mode) return;
    this.#mode = mode;
    this.resetView();
  }

  /** Draws the main view into a part of the canvas; null for all of it. */
  setFrame(place: Region | null): void {
    this.#place = place;
    this.#redraw();
  }

  /** Keeps the board, seen as a whole, off the edges of the main view by CSS pixels. */
  setMargins(margins: Margins): void {
    this.#margins = margins;
    this.#redraw();
  }

  /** Draws what the follower sees into a part of the canvas; null for nowhere. */
  setInset(place: Region | null): void {
    this.#inset = place;
    this.#redraw();
  }

  /** Lays kinds of the follower's plan over the board. */
  showPlan(plan: Plan | null, layers: ReadonlySet<PlanLayer>): void {
    this.#world.heat.show(plan, layers, this.#world.tiles);
    this.#redraw();
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
    this.#redraw();
  }

  /** Shows the whole board again. */
  resetView(): void {
    this.#view.reset();
    this.#redraw();
  }

  /** Zooms in by a factor, or out if it is below 1; what is at some pixels from the middle stays. */
  zoomBy(factor: number, x = 0, y = 0): void {
    this.#view.zoomBy(factor, this.#fit(), this.#framed.height, x, y);
    this.#redraw();
  }

  /** Moves the look by CSS pixels: to the right (east) and down (south). */
  panBy(x: number, y: number): void {
    this.#view.panBy(x, y, this.#fit(), this.#framed.height);
    this.#redraw();
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
    this.#canvas.addEventListener("webglcontextrestored", () => this.#redraw(), { signal });
    if (this.#seat !== "follower") listen(this.#canvas, () => this.#framed, this, signal);
  }

  get #pointing(): Pointing {
    return new Pointing(this.#fit(), this.#view, this.#framed);
  }

  /** The part of the canvas in which the main view is drawn. */
  get #framed(): Region {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    return this.#place ?? { x: 0, y: 0, width, height };
  }

  /** Whether the canvas has a place on a page that is in front. */
  get #isSeen(): boolean {
    return !document.hidden && this.#canvas.clientWidth * this.#canvas.clientHeight > 0;
  }

  /** Whether water, sails and the like move; without graphics hardware nothing does for beauty. */
  get #isAmbient(): boolean {
    return !this.#isReduced && !this.#isSoftware;
  }

  #fit(): Fit {
    const frame = this.#framed;
    const aspect = frame.width / Math.max(frame.height, 1);
    return fit(this.#mode, aspect, marginsIn(frame, this.#margins));
  }

  #resize(): void {
    if (this.#isSeen) this.#draw(true);
  }

  /** Asks for a frame as soon as the browser wants one. */
  #redraw(isResting = false): void {
    clearTimeout(this.#timer);
    if (this.#frame !== 0 || !this.#isSeen || this.#end.signal.aborted) return;
    this.#frame = requestAnimationFrame((time) => this.#tick(time / 1000, isResting));
  }

  /** Goes on, and sees that the next frame comes when it is due, if any is. */
  #tick(now: number, isResting: boolean): void {
    this.#frame = 0;
    if (!this.#isSeen) return;
    const passed = Math.min(Math.max(0, now - this.#last), LONGEST_STEP);
    this.#last = now;
    this.#world.advance(passed, this.#isAmbient);
    this.#draw(isResting);
    this.#wasMoving = this.#world.isMoving;
    if (this.#wasMoving) this.#redraw();
    else if (this.#isAmbient) this.#redrawIn(AMBIENT_SECONDS);
    else if (this.#isSoftware && !isResting) this.#redrawIn(SOFTWARE.restSeconds);
    else if (this.#world.isLocating) this.#redrawIn(CALM_SECONDS);
  }

  #redrawIn(seconds: number): void {
    this.#timer = window.setTimeout(() => this.#redraw(true), 1000 * seconds);
  }

  #draw(isResting: boolean): void {
    const sharpness = isResting ? SOFTWARE.resting : SOFTWARE.moving;
    this.#painter.resize(this.#isSoftware ? sharpness : 1);
    this.#painter.draw({
      mode: this.#mode,
      view: this.#view,
      frame: this.#framed,
      margins: this.#margins,
      inset: this.#inset,
    });
  }
}
