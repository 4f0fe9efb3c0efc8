import type { ReplayShown } from "./protocol";
import { advance, chaptersOf, expandFrames, marksOf, momentAt, type Moment } from "./replay";
import { Scenery } from "./scenery";

/** The speeds of a replay, in game seconds a second. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const;
const MOST_SHOWN_STEPS = 3;

/** A recorded game that is being looked at. */
export class Replayer {
  readonly moments: readonly Moment[];
  readonly marks;
  readonly chapters;
  readonly seconds: number;
  readonly scenery: Scenery;
  /** Seconds since the game began. */
  at = $state(0);
  index = $state(0);
  isPlaying = $state(false);
  speed = $state<number>(1);
  isSkipping = $state(true);

  constructor(readonly replay: ReplayShown) {
    this.moments = expandFrames(replay);
    this.marks = marksOf(this.moments);
    this.chapters = chaptersOf(replay);
    this.seconds = Math.max(this.moments.at(-1)?.at ?? 0, 0.001);
    this.scenery = new Scenery(() => ({
      tiles: replay.tiles,
      situation: this.moment.situation,
      happenings: [],
      isInstant: true,
    }));
  }

  get moment(): Moment {
    const moment = this.moments[this.index];
    if (!moment) throw new RangeError(`The recorded game has no moment ${this.index}.`);
    return moment;
  }

  get isAtEnd(): boolean {
    return this.index >= this.moments.length - 1;
  }

  /** Goes on by what passed on the wall clock. */
  tick(wallSeconds: number): void {
    if (!this.isPlaying) return;
    this.#moveTo(advance(this.moments, this.at, wallSeconds * this.speed, this.isSkipping));
    if (this.isAtEnd) this.isPlaying = false;
  }

  toggle(): void {
    if (!this.isPlaying && this.isAtEnd) this.jump(0);
    this.isPlaying = !this.isPlaying;
  }

  /** Shows a time at once. */
  scrub(at: number): void {
    this.at = Math.min(Math.max(at, 0), this.seconds);
    this.#show(momentAt(this.moments, this.at));
  }

  /** Shows a moment at once. */
  jump(index: number): void {
    const wanted = Math.min(Math.max(index, 0), this.moments.length - 1);
    this.at = this.moments[wanted]?.at ?? 0;
    this.#show(wanted);
  }

  /** One deed on or back. */
  step(by: 1 | -1): void {
    this.isPlaying = false;
    this.jump(this.index + by);
  }

  #moveTo(at: number): void {
    this.at = at;
    const index = momentAt(this.moments, at);
    if (index !== this.index) this.#show(index);
  }

  #show(index: number): void {
    const from = this.index;
    this.index = index;
    const passed = this.moments.slice(from + 1, index + 1);
    const isInstant = passed.length === 0 || passed.length > MOST_SHOWN_STEPS;
    this.scenery.tell({
      situation: this.moment.situation,
      happenings: isInstant ? [] : passed.flatMap((moment) => moment.happenings),
      isInstant,
    });
  }
}
