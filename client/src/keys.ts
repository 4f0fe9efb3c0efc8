import type { ActionWord, SeatWord } from "./protocol";

/** What has the focus: the game itself, a text box, a button, or a field with keys of its own. */
export type Focus = "game" | "empty-text" | "text" | "button" | "field";

/** A key that was pressed. */
export interface Press {
  key: string;
  isShift: boolean;
  hasModifier: boolean;
  focus: Focus;
}

/** What a key asks for. */
export type Command =
  | { kind: "act"; action: ActionWord }
  | { kind: "camera" }
  | { kind: "write" }
  | { kind: "stop-writing" }
  | { kind: "help" }
  | { kind: "sound" }
  | { kind: "zoom"; factor: number }
  | { kind: "reset-view" };

const ARROWS: Readonly<Record<string, ActionWord>> = {
  ArrowUp: "forward",
  ArrowDown: "backward",
  ArrowLeft: "left",
  ArrowRight: "right",
};
const ZOOM_STEP = 1.25;

/** The command of a key for a seat, or null if the key keeps its usual meaning. */
export function commandOf(
  press: Press,
  seat: SeatWord,
  legal: readonly ActionWord[],
): Command | null {
  if (press.hasModifier || press.focus === "field") return null;
  const isWriting = press.focus === "text" || press.focus === "empty-text";
  const arrow = ARROWS[press.key];
  if (arrow && press.focus !== "text" && !press.isShift && seat !== "watcher") {
    return { kind: "act", action: arrow };
  }
  if (press.key === "Tab") return tab(press, seat, legal);
  if (isWriting) return press.key === "Escape" ? { kind: "stop-writing" } : null;
  if (press.key === "Enter") return press.focus === "game" ? enter(seat) : null;
  return letter(press.key, seat);
}

function tab(press: Press, seat: SeatWord, legal: readonly ActionWord[]): Command | null {
  const isEnding = seat === "leader" && !press.isShift && press.focus !== "button";
  return isEnding && legal.includes("done") ? { kind: "act", action: "done" } : null;
}

function enter(seat: SeatWord): Command | null {
  if (seat === "follower") return { kind: "act", action: "done" };
  return seat === "leader" ? { kind: "write" } : null;
}

function letter(key: string, seat: SeatWord): Command | null {
  switch (key.toLowerCase()) {
    case "d":
      return seat === "follower" ? { kind: "act", action: "done" } : null;
    case "t":
    case "/":
      return seat === "leader" ? { kind: "write" } : null;
    case "c":
      return seat === "follower" ? null : { kind: "camera" };
    case "h":
    case "?":
      return { kind: "help" };
    case "m":
      return { kind: "sound" };
    case "+":
    case "=":
      return { kind: "zoom", factor: ZOOM_STEP };
    case "-":
      return { kind: "zoom", factor: 1 / ZOOM_STEP };
    case "0":
      return { kind: "reset-view" };
    default:
      return null;
  }
}

/** What kind of thing has the focus. */
export function focusOf(element: Element | null): Focus {
  if (element === null || element === document.body) return "game";
  if (element instanceof HTMLTextAreaElement || isTextInput(element)) {
    return element.value === "" ? "empty-text" : "text";
  }
  if (element instanceof HTMLInputElement && element.type === "checkbox") return "button";
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) return "field";
  return element.matches("button, a, summary") ? "button" : "game";
}

function isTextInput(element: Element): element is HTMLInputElement {
  return (
    element instanceof HTMLInputElement &&
    ["text", "search", "number", "url"].includes(element.type)
  );
}
