import type { PlayerWord, Situation } from "./protocol";

const HURRY_SECONDS: Record<PlayerWord, number> = { leader: 15, follower: 5 };

/** What is left of the turn at `now`, both times in milliseconds of one clock. */
export function secondsLeft(situation: Situation, heardAt: number, now: number): number {
  const passed = situation.is_clock_running ? Math.max(0, now - heardAt) / 1000 : 0;
  return Math.max(0, situation.seconds_left - passed);
}

/** Whether the player to act should hurry. */
export function isUrgent(situation: Situation, seconds: number): boolean {
  return situation.is_clock_running && seconds <= HURRY_SECONDS[situation.turn];
}

/** Seconds as people read them: `0:07`; rounded up, so that zero means over. */
export function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Turns that each player has left, counting one that has begun. */
export function turnsLeft(situation: Situation): number | null {
  return situation.half_turns_left == null ? null : Math.ceil(situation.half_turns_left / 2);
}
