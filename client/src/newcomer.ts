import { recall, remember } from "./storage";

const PLACE = "cerealbar.has-played";

/** Whether no game was begun in this browser; then the clock waits until the person is ready. */
export function isNewcomer(): boolean {
  return recall(PLACE) === null;
}

/** Notes that the person knows how a game begins. */
export function noteReady(): void {
  remember(PLACE, "yes");
}
