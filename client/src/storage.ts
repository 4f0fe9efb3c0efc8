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

/** What a tab keeps where its browser refuses to, as in frames of other sites. */
const unkept = new Map<string, string>();

/** A text kept in this tab until it is closed, or null. */
export function recallInTab(place: string): string | null {
  try {
    return window.sessionStorage.getItem(place) ?? unkept.get(place) ?? null;
  } catch {
    return unkept.get(place) ?? null;
  }
}

/** Keeps a text in this tab until it is closed; null forgets it. */
export function rememberInTab(place: string, text: string | null): void {
  unkept.delete(place);
  try {
    if (text === null) window.sessionStorage.removeItem(place);
    else window.sessionStorage.setItem(place, text);
  } catch {
    if (text !== null) unkept.set(place, text);
  }
}
