const SHARPEST = 2;
const COARSEST = 0.5;
const SLOW_FRAME = 1 / 28;
const FAST_FRAME = 1 / 45;
const FRAMES_TO_JUDGE = 5;
const FRAMES_TO_TRUST = 60;

/** How fast frames follow one another, and how sharp they may be while the whole picture moves. */
export class Pace {
  /** How many pixels are drawn for a CSS pixel at rest. */
  readonly sharpRatio: number;
  #busyRatio: number;
  #mean = 1 / 60;
  #judged = 0;

  constructor(deviceRatio: number) {
    this.sharpRatio = Math.min(deviceRatio, SHARPEST);
    this.#busyRatio = this.sharpRatio;
  }

  /** How many pixels are drawn for a CSS pixel while the whole picture moves. */
  get busyRatio(): number {
    return this.#busyRatio;
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
    const ratio = this.#busyRatio * factor;
    this.#busyRatio = Math.min(Math.max(ratio, this.sharpRatio * COARSEST), this.sharpRatio);
    this.#judged = 0;
  }
}
