import type { Happening, Situation } from "./protocol";

/** How a follower gets on with the current instruction. */
export interface Pacing {
  steps: number;
  idleMs: number;
}

/** Nothing has been done yet. */
export const FRESH: Pacing = { steps: 0, idleMs: 0 };
/** What ends an instruction. */
const ENDS: ReadonlySet<Happening["type"]> = new Set(["finish", "give-up", "cancel"]);
const MANY_STEPS = 15;
const LONG_MS = 15_000;

/** The pacing after an update, `elapsedMs` after the one before. */
export function nextPacing(
  pacing: Pacing,
  before: Situation,
  happenings: readonly Happening[],
  elapsedMs: number,
): Pacing {
  if (happenings.some(({ type }) => ENDS.has(type))) return FRESH;
  const steps = happenings.filter((it) => it.type === "step" && it.by === "follower").length;
  if (steps > 0) return { steps: pacing.steps + steps, idleMs: 0 };
  return { steps: pacing.steps, idleMs: idleMs(pacing, before, elapsedMs) };
}

/** Whether to ask the follower if the instruction may be finished. */
export function isNudgeDue(pacing: Pacing, situation: Situation, elapsedMs: number): boolean {
  if (situation.turn !== "follower" || !situation.legal?.includes("done")) return false;
  return pacing.steps >= MANY_STEPS || idleMs(pacing, situation, elapsedMs) >= LONG_MS;
}

function idleMs(pacing: Pacing, situation: Situation, elapsedMs: number): number {
  const isActing = situation.turn === "follower" && situation.is_clock_running;
  return pacing.idleMs + (isActing ? elapsedMs : 0);
}
