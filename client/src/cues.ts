import { isUrgent, secondsLeft } from "./clock";
import type { Happening, PlayerWord, SeatWord, Situation } from "./protocol";
import { senderOf } from "./sentences";

/** A sound of the game. */
export type Cue =
  | "your-turn"
  | "partner-turn"
  | "step"
  | "select"
  | "deselect"
  | "set"
  | "hurry"
  | "message"
  | "bump";

/** The sounds of an update, the most telling one last. */
export function cuesOf(
  happenings: readonly Happening[],
  seat: SeatWord,
  before: PlayerWord,
  after: PlayerWord,
): Cue[] {
  const cues = happenings.flatMap((happening) => cueOf(happening, seat) ?? []);
  const hasTurned = happenings.some((it) => it.type === "turn-end") || before !== after;
  if (hasTurned && seat !== "watcher") cues.push(after === seat ? "your-turn" : "partner-turn");
  return cues.includes("set") ? cues.filter((cue) => cue !== "select") : cues;
}

function cueOf(happening: Happening, seat: SeatWord): Cue | null {
  switch (happening.type) {
    case "step":
      return happening.action === "done" ? null : "step";
    case "toggle":
      return happening.is_selected ? "select" : "deselect";
    case "set":
      return "set";
    case "instruct":
    case "cancel":
      return seat === "leader" ? null : "message";
    case "finish":
    case "give-up":
      return seat === "follower" ? null : "message";
    case "signal":
      return senderOf(happening.kind) === seat ? null : "message";
    default:
      return null;
  }
}

/** Whether the last seconds of one's own turn begin between two moments. */
export function isHurryDue(
  situation: Situation,
  seat: SeatWord,
  heardAt: number,
  before: number,
  now: number,
): boolean {
  if (situation.turn !== seat) return false;
  const was = isUrgent(situation, secondsLeft(situation, heardAt, before));
  return !was && isUrgent(situation, secondsLeft(situation, heardAt, now));
}
