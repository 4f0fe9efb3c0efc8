const SHARPEST = 2;
const COARSEST = 0.5;
const SOFTWARE_REST = 1.5;
const SLOW_FRAME = 1 / 28;
const FAST_FRAME = 1 / 45;
const FRAMES_TO_JUDGE = 5;
const FRAMES_TO_TRUST = 60;

/** How fast frames follow one another, and how sharp they may be for that.
 *
 * Ratios are pixels drawn for a CSS pixel. Without graphics hardware edges are not smoothed as they
 * are drawn, so what is at rest is drawn with more pixels than the screen has.
 */
export class Pace {
  readonly #restShare: number;
  #plainRatio = 1;
  #busyShare = 1;
  #mean = 1 / 60;
  #judged = 0;

  constructor(isSoftware: boolean) {
    this.#restShare = isSoftware ? SOFTWARE_REST : 1;
  }

  /** Takes note of how many pixels of the screen there are for a CSS pixel. */
  setDevice(ratio: number): void {
    this.#plainRatio = Math.min(ratio, SHARPEST);
  }

  /** The ratio while the whole picture moves, parts of it do, or nothing does. */
  ratio(motion: "whole" | "parts" | "none"): number {
    if (motion === "whole") return this.#plainRatio * this.#busyShare;
    if (motion === "parts") return this.#plainRatio;
    return Math.max(this.#plainRatio, Math.min(this.#plainRatio * this.#restShare, SHARPEST));
  }

  /** Frames a second while things move. */
  get framesPerSecond(): number {
    return 1 / this.#mean;
  }

  /** Whether drawing takes so long that what need not move had better move seldom. */
  get isSlow(): boolean {
    return this.#mean > FAST_FRAME;
  }

  /** Takes note of the time between two frames of which the second followed as soon as it could. */
  note(seconds: number, isWhole: boolean): void {
    this.#mean += (Math.min(seconds, 0.25) - this.#mean) * 0.15;
    if (!isWhole) return;
    this.#judged += 1;
    if (this.#mean > SLOW_FRAME && this.#judged >= FRAMES_TO_JUDGE) this.#sharpen(0.75);
    if (this.#mean < FAST_FRAME && this.#judged >= FRAMES_TO_TRUST) this.#sharpen(1.2);
  }

  #sharpen(factor: number): void {
    this.#busyShare = Math.min(Math.max(this.#busyShare * factor, COARSEST), 1);
    this.#judged = 0;
  }
}
