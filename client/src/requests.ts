import type {
  AnswerStep,
  AskReplay,
  AskVisit,
  EnterStudy,
  Lobby,
  OpenRoom,
  Problem,
  ReplayShown,
  Seated,
  VisitShown,
  TakeSeat,
  VisitGiven,
} from "./protocol";

import { asSentence } from "./sentences";

/** The server refused a request, or did not answer; the message is a sentence for people. */
export class RequestError extends Error {
  constructor(
    words: string,
    /** The status of the answer; null if there was none. */
    readonly status: number | null = null,
  ) {
    super(words);
  }
}

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

/** Comes to a study; the visit that was given. */
export const enterStudy = (coming: EnterStudy): Promise<VisitGiven> =>
  post("/api/study/enter", coming);

/** Where a visit to a study stands. */
export const askVisit = (token: string): Promise<VisitShown> =>
  post("/api/study/visit", { token } satisfies AskVisit);

/** Goes on from a step of a study; where the visit stands then. */
export const answerStep = (answer: AnswerStep): Promise<VisitShown> =>
  post("/api/study/answer", answer);

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
  if (!response.ok) throw new RequestError(reasonIn(body, response.status), response.status);
  return body as Answer;
}

function reasonIn(body: unknown, status: number): string {
  const reason = (body as Partial<Problem> | null)?.reason;
  return typeof reason === "string" && reason
    ? asSentence(reason)
    : `The server answered with ${status}.`;
}

/** Whether the server refused since things are not any more as they were. */
export function isConflict(error: unknown): boolean {
  return error instanceof RequestError && error.status === 409;
}

/** What went wrong, as a sentence. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
