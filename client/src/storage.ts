/** A text kept in this browser, or null; private windows may refuse. */
export function recall(place: string): string | null {
  try {
    return window.localStorage.getItem(place);
  } catch {
    return null;
  }
}

/** Keeps a text in this browser if it lets us. */
export function remember(place: string, text: string): void {
  try {
    window.localStorage.setItem(place, text);
  } catch {
    // A full or forbidden store only costs the convenience of remembering.
  }
}
