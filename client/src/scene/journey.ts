import type { PoseShown } from "../protocol";
import { bearingOf, centreOf, headingBetween } from "./grid";

/** Where a player is drawn: a place on the ground, and where it looks in radians from the north. */
export interface Stance {
  x: number;
  z: number;
  bearing: number;
}

interface Move {
  to: Stance;
  kind: "walk" | "turn";
}

const WALK_SECONDS = 0.35;
const TURN_SECONDS = 0.2;
const HURRY = 0.6;
const REDUCED = 0.25;

/** The way of a player through the poses it was sent to, one after another, without lagging far behind. */
export class Journey {
  #pose: PoseShown | null = null;
  #from: Stance = { x: 0, z: 0, bearing: 0 };
  #moves: Move[] = [];
  #progress = 0;
  /** Whether moves are cut short for people who do not like motion. */
  isReduced = false;
  /** How far the player has walked, in cells. */
  strides = 0;

  /** Whether the player is on its way. */
  get isUnderWay(): boolean {
    return this.#moves.length > 0;
  }

  /** Whether the player's feet are moving. */
  get isWalking(): boolean {
    return this.#moves[0]?.kind === "walk";
  }

  /** The pose it will have in the end. */
  get pose(): PoseShown | null {
    return this.#pose;
  }

  /** How long the rest of the way takes if nothing is added. */
  get secondsLeft(): number {
    let seconds = 0;
    this.#moves.forEach((move, i) => {
      const share = i === 0 ? 1 - this.#progress : 1;
      seconds += (share * this.#seconds(move)) / pace(this.#moves.length - i);
    });
    return seconds;
  }

  /** Sends the player to a pose: by walking and turning, or at once where no step leads there. */
  goTo(pose: PoseShown, isInstant = false): void {
    const last = this.#pose;
    this.#pose = pose;
    const step = last && headingBetween(last.cell, pose.cell);
    if (!last || isInstant || (step === -1 && last.cell !== pose.cell)) {
      this.#moves = [];
      this.#progress = 0;
      this.#from = { ...centreOf(pose.cell), bearing: bearingOf(pose.heading) };
      return;
    }
    const isTurn = last.heading !== pose.heading;
    const isTurnFirst = step === pose.heading;
    if (isTurn && isTurnFirst) this.#turn(pose.heading);
    if (step !== -1) {
      this.#moves.push({ kind: "walk", to: { ...this.#last(), ...centreOf(pose.cell) } });
    }
    if (isTurn && !isTurnFirst) this.#turn(pose.heading);
  }

  /** Forgets the player's place, as it is out of view. */
  forget(): void {
    this.#pose = null;
    this.#moves = [];
    this.#progress = 0;
  }

  /** Goes on for some seconds; false once there is nothing left to do. */
  advance(seconds: number): boolean {
    let left = seconds;
    while (this.#moves.length > 0 && left > 0) {
      const move = this.#moves[0]!;
      const share = (left * pace(this.#moves.length)) / this.#seconds(move);
      const taken = Math.min(share, 1 - this.#progress);
      if (move.kind === "walk") this.strides += taken;
      this.#progress += taken;
      left -= (taken / share) * left;
      if (this.#progress >= 1 - 1e-6) {
        this.#from = move.to;
        this.#moves.shift();
        this.#progress = 0;
      }
    }
    return this.isUnderWay;
  }

  /** Where the player is drawn now. */
  get stance(): Stance {
    const move = this.#moves[0];
    if (!move) return this.#from;
    const isSmooth = this.#moves.length === 1 && move.kind === "turn";
    const t = isSmooth ? eased(this.#progress) : this.#progress;
    const mix = (from: number, to: number) => from + (to - from) * t;
    return {
      x: mix(this.#from.x, move.to.x),
      z: mix(this.#from.z, move.to.z),
      bearing: mix(this.#from.bearing, move.to.bearing),
    };
  }

  #last(): Stance {
    return this.#moves.at(-1)?.to ?? this.#from;
  }

  #turn(heading: number): void {
    const last = this.#last();
    const full = 2 * Math.PI;
    const turn = bearingOf(heading) - last.bearing;
    const shortest = turn - full * Math.round(turn / full);
    this.#moves.push({ kind: "turn", to: { ...last, bearing: last.bearing + shortest } });
  }

  #seconds(move: Move): number {
    const seconds = move.kind === "walk" ? WALK_SECONDS : TURN_SECONDS;
    return this.isReduced ? seconds * REDUCED : seconds;
  }
}

/** How many times faster than usual a player hurries with so many moves ahead. */
function pace(moves: number): number {
  return 1 + HURRY * (moves - 1);
}

function eased(t: number): number {
  return t * t * (3 - 2 * t);
}
