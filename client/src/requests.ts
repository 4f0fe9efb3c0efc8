import type {
  AskReplay,
  Lobby,
  OpenRoom,
  Problem,
  ReplayShown,
  Seated,
  TakeSeat,
} from "./protocol";

import { asSentence } from "./sentences";

/** The server refused a request, or did not answer; the message is a sentence for people. */
export class RequestError extends Error {}

/** What can be played here. */
export const fetchLobby = (): Promise<Lobby> => answer<Lobby>("/api/lobby");

/** Opens a room; the seats that were given. */
export const openRoom = (room: OpenRoom): Promise<Seated> => post("/api/rooms", room);

/** Accepts an invitation; the seat that was given. */
export const takeSeat = (seat: TakeSeat): Promise<Seated> => post("/api/seats", seat);

/** A game that is over. */
export const askReplay = (token: string): Promise<ReplayShown> =>
  post("/api/replay", { token } satisfies AskReplay);

/** A recorded game, given as one JSON text. */
export const replayRecord = (record: string): Promise<ReplayShown> =>
  answer("/api/replay/record", posting(record));

function post<Answer>(path: string, body: object): Promise<Answer> {
  return answer<Answer>(path, posting(JSON.stringify(body)));
}

function posting(body: string): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body };
}

async function answer<Answer>(path: string, request?: RequestInit): Promise<Answer> {
  const response = await fetch(path, { ...request, cache: "no-store" }).catch(() => null);
  if (response === null) throw new RequestError("The server cannot be reached.");
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new RequestError(reasonIn(body, response.status));
  return body as Answer;
}

function reasonIn(body: unknown, status: number): string {
  const reason = (body as Partial<Problem> | null)?.reason;
  return typeof reason === "string" && reason
    ? asSentence(reason)
    : `The server answered with ${status}.`;
}

/** What went wrong, as a sentence. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
