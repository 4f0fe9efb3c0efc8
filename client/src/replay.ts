import type {
  CardShown,
  FrameShown,
  Happening,
  InstructionShown,
  ReplayShown,
  Situation,
  StatusWord,
} from "./protocol";

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

/** An instruction, with the numbers of the moments when something became of it. */
export interface Chapter {
  text: string;
  reason: string;
  sent: number;
  begun: number | null;
  ended: number | null;
  /** Each moment in which its status is another, with the new one. */
  changes: [number, StatusWord][];
}

/** All moments, each whole but for the instructions, which chapters tell. */
export function expandFrames(replay: ReplayShown): Moment[] {
  let cards: CardShown[] = [];
  return replay.frames.map((frame) => {
    cards = frame.cards ?? cards;
    return {
      at: frame.at,
      situation: situationOf(frame, cards),
      happenings: frame.happenings ?? [],
    };
  });
}

function situationOf(frame: FrameShown, cards: CardShown[]): Situation {
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
  };
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

/** The instructions as chapters of the game. */
export function chaptersOf(replay: ReplayShown): Chapter[] {
  const changes = replay.instructions.map((): [number, StatusWord][] => []);
  replay.frames.forEach((frame, moment) => {
    for (const [number, status] of frame.changes ?? []) changes[number]?.push([moment, status]);
  });
  const turns = replay.frames.map((frame) => frame.turn === "follower");
  return replay.instructions.map(({ text, reason = "" }, number) => {
    const told = changes[number] ?? [];
    const current = momentOf(told, (status) => status === "current");
    const ended = momentOf(told, (status) => status !== "current" && status !== "waiting");
    const begun = current === null ? -1 : turns.indexOf(true, current);
    const isBegun = begun >= 0 && (ended === null || begun < ended);
    const sent = told[0]?.[0] ?? 0;
    return { text, reason, sent, begun: isBegun ? begun : null, ended, changes: told };
  });
}

function momentOf(
  changes: readonly [number, StatusWord][],
  is: (status: StatusWord) => boolean,
): number | null {
  return changes.find(([, status]) => is(status))?.[0] ?? null;
}

/** The instructions that were sent by a moment, as they stood then. */
export function instructionsAt(chapters: readonly Chapter[], moment: number): InstructionShown[] {
  return chapters.flatMap(({ text, reason, changes }) => {
    const status = changes.findLast(([since]) => since <= moment)?.[1];
    if (!status) return [];
    return [{ text, status, reason: status === "given-up" ? reason : "" }];
  });
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
