import { getContext, setContext } from "svelte";
import { recallInTab, rememberInTab } from "../storage";

/** The step of a study to which a seat belongs. */
export interface StudySeat {
  study: string;
  /** The visit's token. */
  visit: string;
  step: string;
  round: number;
  /** Until when a partner is waited for, in milliseconds since 1970; null if one is there. */
  until: number | null;
  /** What is paid for a game that the partner leaves, besides its points. */
  partnerLeft: string;
  /** Whether the person has seen the end of the game. */
  isOver: boolean;
}

/** The way from a game to the study that it belongs to. */
export interface WayBack {
  until: number | null;
  partnerLeft: string;
  goOn: () => void;
  /** Waits no longer for a partner. */
  stopWaiting: () => Promise<void>;
}

const PLACE = "cerealbar.study-seat.";
const WAY = Symbol("the way back to a study");

/** Keeps to which step a seat belongs, as long as the tab is open. */
export function keepStudySeat(seat: string, of: StudySeat): void {
  rememberInTab(PLACE + seat, JSON.stringify(of));
}

/** The step to which a seat belongs; null for games outside of studies. */
export function findStudySeat(seat: string): StudySeat | null {
  try {
    const found = JSON.parse(recallInTab(PLACE + seat) ?? "null") as Partial<StudySeat> | null;
    return typeof found?.study === "string" ? (found as StudySeat) : null;
  } catch {
    return null;
  }
}

/** Tells the parts of a game's page where it leads back to. */
export function provideWayBack(way: WayBack | null): void {
  setContext(WAY, way);
}

/** Where the game leads back to; null for games outside of studies. */
export function wayBack(): WayBack | null {
  return getContext<WayBack | null | undefined>(WAY) ?? null;
}
