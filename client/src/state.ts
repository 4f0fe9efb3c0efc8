import { FRESH, nextPacing, type Pacing } from "./pacing";
import type {
  FromServer,
  Goodbye,
  Happening,
  InstructionShown,
  Plan,
  RoomShown,
  RulesShown,
  SeatWord,
  SightShown,
  SignalWord,
  Situation,
  TutorialShown,
  Update,
  Welcome,
} from "./protocol";
import { asSentence, sentencesOf, type Sentence } from "./sentences";
import type { Link } from "./session";

/** A sentence of the log, with a number that no other has. */
export interface Line extends Sentence {
  id: number;
}

/** What a player told the other, with a number that no other has. */
export interface Said {
  id: number;
  kind: SignalWord;
  text: string;
}

/** A game as one seat knows it. */
export interface GameShown {
  seat: SeatWord;
  gameId: string;
  rules: RulesShown;
  sight: SightShown;
  tiles: readonly number[];
  situation: Situation;
  room: RoomShown;
  plan: Plan | null;
  /** What a tutorial asks for now; null in a game. */
  tutorial: TutorialShown | null;
  /** When the situation arrived, in milliseconds. */
  heardAt: number;
  pacing: Pacing;
  /** How many ends of turns were heard of. */
  turnEnds: number;
  /** What the players told each other last. */
  said: readonly Said[];
}

/** All that a page shows of a seat. */
export interface PageState {
  link: Link;
  game: GameShown | null;
  goodbye: Goodbye | null;
  lines: readonly Line[];
}

/** What can change a page. */
export type PageEvent =
  | { kind: "message"; message: FromServer; now: number }
  | { kind: "link"; link: Link; now: number }
  | { kind: "remark"; sentence: Sentence };

/** A page before anything was heard. */
export const EMPTY: PageState = { link: "connecting", game: null, goodbye: null, lines: [] };
const MOST_LINES = 40;

/** The page after an event. */
export function reduce(state: PageState, event: PageEvent): PageState {
  switch (event.kind) {
    case "link":
      return { ...stopClock(state, event.link, event.now), link: event.link };
    case "remark":
      return withLines(state, [event.sentence]);
    case "message":
      return hear(state, event.message, event.now);
  }
}

function hear(state: PageState, message: FromServer, now: number): PageState {
  switch (message.type) {
    case "welcome":
      return welcome(state, message, now);
    case "goodbye":
      return { ...state, goodbye: message };
    case "refused":
      return withLines(state, [{ text: asSentence(message.reason), tone: "bad" }]);
    case "ok":
      return state;
  }
  const { game } = state;
  if (game === null) return state;
  switch (message.type) {
    case "update":
      return update(state, game, message, now);
    case "room": {
      const next = { ...state, game: { ...game, room: message } };
      const news = message.problem && message.problem !== game.room.problem;
      return news
        ? withLines(next, [{ text: asSentence(message.problem ?? ""), tone: "bad" }])
        : next;
    }
    case "plan":
      return { ...state, game: { ...game, plan: message.plan ?? null } };
    case "tutorial":
      return { ...state, game: { ...game, tutorial: message } };
  }
}

function welcome(state: PageState, message: Welcome, now: number): PageState {
  const game: GameShown = {
    seat: message.seat,
    gameId: message.game_id,
    rules: message.rules,
    sight: message.sight,
    tiles: message.tiles,
    situation: message.situation,
    room: message.room,
    plan: message.plan ?? null,
    tutorial: message.tutorial ?? null,
    heardAt: now,
    pacing: state.game?.pacing ?? FRESH,
    turnEnds: state.game?.turnEnds ?? 0,
    said: message.said ? withSaid([], message.said) : (state.game?.said ?? []),
  };
  return { ...state, game, goodbye: null };
}

/** The instructions of a game; a plan tells what is understood of the current one before all else. */
export function instructionsOf({ situation, plan }: GameShown): InstructionShown[] {
  const understood = plan?.understood;
  return (situation.instructions ?? []).map((instruction) =>
    understood && instruction.status === "current" ? { ...instruction, understood } : instruction,
  );
}

function withSaid(said: readonly Said[], happenings: readonly Happening[]): readonly Said[] {
  const heard = happenings.filter((it) => it.type === "signal");
  if (heard.length === 0) return said;
  const first = (said.at(-1)?.id ?? 0) + 1;
  const added = heard.map(({ kind, text = "" }, index) => ({ id: first + index, kind, text }));
  return [...said, ...added].slice(-MOST_LINES);
}

function update(state: PageState, game: GameShown, message: Update, now: number): PageState {
  const happenings = message.happenings ?? [];
  const { situation } = message;
  const next: GameShown = {
    ...game,
    situation,
    tiles: withTiles(game.tiles, message.tiles ?? []),
    heardAt: now,
    turnEnds: game.turnEnds + happenings.filter((it) => it.type === "turn-end").length,
    said: withSaid(game.said, happenings),
    pacing: nextPacing(game.pacing, game.situation, happenings, now - game.heardAt),
  };
  const sentences = sentencesOf(happenings, game.seat, game.situation, situation);
  return withLines({ ...state, game: next }, sentences);
}

function withTiles(tiles: readonly number[], seen: readonly [number, number][]): readonly number[] {
  if (seen.length === 0) return tiles;
  const all = [...tiles];
  for (const [cell, tile] of seen) all[cell] = tile;
  return all;
}

function withLines(state: PageState, sentences: readonly Sentence[]): PageState {
  const first = (state.lines.at(-1)?.id ?? 0) + 1;
  const added = sentences.map((sentence, index) => ({ ...sentence, id: first + index }));
  return { ...state, lines: [...state.lines, ...added].slice(-MOST_LINES) };
}

/** A page that hears nothing does not pretend to know the time: the clock stands as it was. */
function stopClock(state: PageState, link: Link, now: number): PageState {
  const { game } = state;
  if (game === null || link === "open" || !game.situation.is_clock_running) return state;
  const passed = Math.max(0, now - game.heardAt) / 1000;
  const seconds = Math.max(0, game.situation.seconds_left - passed);
  const situation = { ...game.situation, seconds_left: seconds, is_clock_running: false };
  return { ...state, game: { ...game, situation, heardAt: now } };
}
