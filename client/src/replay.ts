import type { Card, Frame, Happening, Instruction, ReplayShown, Situation } from "./protocol";

/** A moment of a recorded game. */
export interface Moment {
  /** Seconds since the game began. */
  at: number;
  situation: Situation;
  happenings: readonly Happening[];
}

/** A point of interest on the time line. */
export interface Mark {
  at: number;
  index: number;
  kind: "set" | "turn";
  words: string;
}

/** An instruction, with the moments when it was sent, taken up and finished. */
export interface Chapter {
  text: string;
  sent: number;
  begun: number | null;
  finished: number | null;
}

/** All moments, each whole. */
export function expandFrames(replay: ReplayShown): Moment[] {
  let cards: Card[] = [];
  return replay.frames.map((frame) => {
    cards = frame.cards ?? cards;
    return {
      at: frame.at,
      situation: situationOf(frame, cards, replay.texts),
      happenings: frame.happenings ?? [],
    };
  });
}

function situationOf(frame: Frame, cards: Card[], texts: readonly string[]): Situation {
  return {
    leader: frame.leader,
    follower: frame.follower,
    cards,
    is_invalid: frame.is_invalid ?? false,
    turn: frame.turn,
    steps_left: frame.steps_left,
    half_turns_left: frame.half_turns_left ?? null,
    score: frame.score,
    seconds_left: frame.seconds_left,
    is_clock_running: false,
    instructions: instructionsOf(texts, frame.sent, frame.done),
  };
}

function instructionsOf(texts: readonly string[], sent: number, done: number): Instruction[] {
  return texts.slice(0, sent).map((text, index) => ({
    text,
    status: index < done ? "done" : index === done ? "current" : "waiting",
  }));
}

/** The last moment at or before a time; the first if there is none. */
export function momentAt(moments: readonly Moment[], at: number): number {
  let low = 0;
  let high = moments.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((moments[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return Math.max(low, 0);
}

/** Sets and ends of turns. */
export function marksOf(moments: readonly Moment[]): Mark[] {
  return moments.flatMap(({ at, happenings }, index) =>
    happenings.flatMap((it): Mark[] => {
      if (it.type === "set") return [{ at, index, kind: "set", words: `Set ${it.score}` }];
      if (it.type !== "turn-end") return [];
      return [{ at, index, kind: "turn", words: `The ${it.by}’s turn ends` }];
    }),
  );
}

/** The instructions as chapters of the game; numbers are those of moments. */
export function chaptersOf(replay: ReplayShown): Chapter[] {
  const { frames } = replay;
  return replay.texts.map((text, number) => ({
    text,
    sent: Math.max(
      0,
      frames.findIndex((frame) => frame.sent > number),
    ),
    begun: found(
      frames.findIndex(
        (frame) => frame.sent > number && frame.done === number && frame.turn === "follower",
      ),
    ),
    finished: found(frames.findIndex((frame) => frame.done > number)),
  }));
}

function found(index: number): number | null {
  return index < 0 ? null : index;
}

/** How long nothing may happen in a replay that skips pauses, in seconds. */
export const LONGEST_PAUSE = 1.5;

/** The time to show next, `passed` seconds of game time later. */
export function advance(
  moments: readonly Moment[],
  at: number,
  passed: number,
  isSkipping: boolean,
): number {
  const next = moments[momentAt(moments, at) + 1];
  if (isSkipping && next && next.at - at > LONGEST_PAUSE) return next.at - LONGEST_PAUSE + passed;
  return Math.min(at + passed, moments.at(-1)?.at ?? 0);
}
