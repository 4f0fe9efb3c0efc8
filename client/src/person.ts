import { recall, remember } from "./storage";

const PLACE = "cerealbar.person";
const BYTES = 16;
let fresh: string | null = null;

/** A random word by which the games of this browser can be linked, and which tells nothing else. */
export function personKey(): string {
  const kept = recall(PLACE) ?? fresh;
  if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  fresh = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  remember(PLACE, fresh);
  return fresh;
}
