import type { ActionWord, SeatWord, SignalWord } from "./protocol";

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
  | { kind: "cancel" }
  | { kind: "signal"; signal: SignalWord }
  | { kind: "give-up" }
  | { kind: "say" }
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

/** What is possible now besides steps, which are explained when they are not. */
export interface Possible {
  /** Whether the leader's turn can be ended. */
  canEnd: boolean;
  canCancel: boolean;
  signals: readonly SignalWord[];
}

/** The command of a key for a seat, or null if the key keeps its usual meaning. */
export function commandOf(press: Press, seat: SeatWord, possible: Possible): Command | null {
  if (press.hasModifier || press.focus === "field") return null;
  const isWriting = press.focus === "text" || press.focus === "empty-text";
  const arrow = ARROWS[press.key];
  if (arrow && press.focus !== "text" && !press.isShift && seat !== "watcher") {
    return { kind: "act", action: arrow };
  }
  if (press.key === "Tab") return tab(press, seat, possible);
  if (isWriting) return press.key === "Escape" ? { kind: "stop-writing" } : null;
  if (press.key === "Enter") return press.focus === "game" ? enter(seat) : null;
  const key = press.key.toLowerCase();
  return saying(key, seat, possible) ?? letter(key, seat);
}

function tab(press: Press, seat: SeatWord, { canEnd }: Possible): Command | null {
  const isEnding = seat === "leader" && !press.isShift && press.focus !== "button";
  return isEnding && canEnd ? { kind: "act", action: "done" } : null;
}

/** What can be said to the partner by one key. */
function saying(key: string, seat: SeatWord, { canCancel, signals }: Possible): Command | null {
  if (seat === "leader") {
    if (key === "x" && canCancel) return { kind: "cancel" };
    const thumb: SignalWord | null = key === "y" ? "thumb-up" : key === "n" ? "thumb-down" : null;
    return thumb && signals.includes(thumb) ? { kind: "signal", signal: thumb } : null;
  }
  if (seat !== "follower") return null;
  if (key === "g") return { kind: "give-up" };
  return key === "r" && signals.includes("remark") ? { kind: "say" } : null;
}

function enter(seat: SeatWord): Command | null {
  if (seat === "follower") return { kind: "act", action: "done" };
  return seat === "leader" ? { kind: "write" } : null;
}

function letter(key: string, seat: SeatWord): Command | null {
  switch (key) {
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
