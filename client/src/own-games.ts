import type { OpenRoom, SeatGiven } from "./protocol";
import { recall, remember } from "./storage";

/** A game that was begun or joined in this browser. */
export interface OwnGame {
  tokens: string[];
  /** Who the person is in it. */
  role: "leader" | "follower" | "both";
  /** How it was opened, to play such a game again; null if it was an invitation. */
  room: OpenRoom | null;
  /** Milliseconds since 1970. */
  begun: number;
}

/** A game that is over, and can be seen again. */
export interface FinishedGame {
  /** The token of its replay. */
  replay: string;
  role: OwnGame["role"];
  score: number;
  /** Milliseconds since 1970. */
  ended: number;
}

const PLACE = "cerealbar.games";
const FINISHED_PLACE = "cerealbar.finished";
const MOST = 12;

/** The games to return to, newest first. */
export function ownGames(): OwnGame[] {
  return listAt(PLACE).filter(isOwnGame);
}

/** The games of this browser that are over, newest first. */
export function finishedGames(): FinishedGame[] {
  return listAt(FINISHED_PLACE).filter(isFinishedGame);
}

/** Keeps a game that is over; once only, however often its end is seen. */
export function keepFinishedGame(game: FinishedGame): void {
  const known = finishedGames();
  if (known.some((other) => other.replay === game.replay)) return;
  remember(FINISHED_PLACE, JSON.stringify([game, ...known].slice(0, MOST)));
}

function listAt(place: string): unknown[] {
  try {
    const found: unknown = JSON.parse(recall(place) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** The game of these tokens, if it was begun here. */
export function findOwnGame(tokens: readonly string[]): OwnGame | null {
  return ownGames().find((game) => isSame(game, tokens)) ?? null;
}

/** Keeps a game whose seats were just given; the game as kept. */
export function keepOwnGame(
  seats: readonly SeatGiven[],
  room: OpenRoom | null,
  begun: number,
): OwnGame {
  const ordered = [...seats].sort((a) => (a.role === "leader" ? -1 : 1));
  const role = ordered.length > 1 ? "both" : (ordered[0]?.role ?? "leader");
  const game: OwnGame = { tokens: ordered.map((seat) => seat.token), role, room, begun };
  const others = ownGames().filter((other) => !isSame(other, game.tokens));
  remember(PLACE, JSON.stringify([game, ...others].slice(0, MOST)));
  return game;
}

/** Forgets a game that is over or unknown. */
export function forgetOwnGame(tokens: readonly string[]): void {
  const others = ownGames().filter((game) => !isSame(game, tokens));
  remember(PLACE, JSON.stringify(others));
}

function isSame(game: OwnGame, tokens: readonly string[]): boolean {
  return game.tokens.join() === tokens.join();
}

function isFinishedGame(value: unknown): value is FinishedGame {
  const game = value as Partial<FinishedGame> | null;
  return (
    typeof game?.replay === "string" &&
    isRole(game.role) &&
    typeof game.score === "number" &&
    typeof game.ended === "number"
  );
}

function isRole(value: unknown): value is OwnGame["role"] {
  return value === "leader" || value === "follower" || value === "both";
}

function isOwnGame(value: unknown): value is OwnGame {
  const game = value as Partial<OwnGame> | null;
  return (
    Array.isArray(game?.tokens) &&
    game.tokens.every((token) => typeof token === "string") &&
    isRole(game.role) &&
    typeof game.begun === "number"
  );
}
