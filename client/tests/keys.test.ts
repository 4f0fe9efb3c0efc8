import { describe, expect, test } from "vitest";
import { commandOf, type Focus, type Possible, type Press } from "../src/keys";

const press = (key: string, focus: Focus = "game", changes: Partial<Press> = {}): Press => ({
  key,
  focus,
  isShift: false,
  hasModifier: false,
  ...changes,
});
const nothing: Possible = { canEnd: false, canCancel: false, signals: [] };
const done: Possible = { ...nothing, canEnd: true };

describe("keys", () => {
  test.each([
    ["ArrowUp", "forward"],
    ["ArrowDown", "backward"],
    ["ArrowLeft", "left"],
    ["ArrowRight", "right"],
  ])("%s asks for %s", (key, action) => {
    for (const seat of ["leader", "follower"] as const) {
      expect(commandOf(press(key), seat, nothing)).toEqual({ kind: "act", action });
    }
  });

  test("arrows move the cursor in a text, and the player beside an empty text box", () => {
    expect(commandOf(press("ArrowLeft", "text"), "leader", nothing)).toBeNull();
    expect(commandOf(press("ArrowLeft", "empty-text"), "leader", nothing)).not.toBeNull();
  });

  test("arrows on a slider belong to the slider", () => {
    expect(commandOf(press("ArrowLeft", "field"), "leader", nothing)).toBeNull();
  });

  test("Tab ends the leader's turn from the game and from the text box, if that is possible", () => {
    for (const focus of ["game", "text", "empty-text"] as const) {
      const end = { kind: "act", action: "done" };
      expect(commandOf(press("Tab", focus), "leader", done)).toEqual(end);
      expect(commandOf(press("Tab", focus), "leader", nothing)).toBeNull();
    }
  });

  test("Tab moves the focus from buttons, with Shift, and for the follower", () => {
    expect(commandOf(press("Tab", "button"), "leader", done)).toBeNull();
    expect(commandOf(press("Tab", "game", { isShift: true }), "leader", done)).toBeNull();
    expect(commandOf(press("Tab"), "follower", done)).toBeNull();
  });

  test("Enter and D finish the follower's instruction, but Enter on a button presses it", () => {
    const finish = { kind: "act", action: "done" };
    expect(commandOf(press("Enter"), "follower", nothing)).toEqual(finish);
    expect(commandOf(press("d", "button"), "follower", nothing)).toEqual(finish);
    expect(commandOf(press("Enter", "button"), "follower", nothing)).toBeNull();
  });

  test("Enter, T and slash lead the leader to the text box", () => {
    for (const key of ["Enter", "t", "T", "/"]) {
      expect(commandOf(press(key), "leader", nothing)).toEqual({ kind: "write" });
    }
  });

  test("Escape leaves the text box", () => {
    expect(commandOf(press("Escape", "text"), "leader", nothing)).toEqual({ kind: "stop-writing" });
    expect(commandOf(press("Escape"), "leader", nothing)).toBeNull();
  });

  test("letters in a text are letters", () => {
    for (const key of ["t", "c", "m", "h", "?", "+", "Enter"]) {
      expect(commandOf(press(key, "text"), "leader", done)).toBeNull();
      expect(commandOf(press(key, "empty-text"), "leader", done)).toBeNull();
    }
  });

  test("keys with Ctrl, Alt or Meta are the browser's", () => {
    expect(commandOf(press("c", "game", { hasModifier: true }), "leader", nothing)).toBeNull();
  });

  test("the follower has no camera to choose, and watchers take no steps", () => {
    expect(commandOf(press("c"), "follower", nothing)).toBeNull();
    expect(commandOf(press("c"), "watcher", nothing)).toEqual({ kind: "camera" });
    expect(commandOf(press("ArrowUp"), "watcher", nothing)).toBeNull();
  });

  test("the leader cancels and judges by one key, where the rules allow it", () => {
    const possible: Possible = { ...done, canCancel: true, signals: ["thumb-up", "thumb-down"] };
    expect(commandOf(press("x"), "leader", possible)).toEqual({ kind: "cancel" });
    const thumb = { kind: "signal", signal: "thumb-down" };
    expect(commandOf(press("N"), "leader", possible)).toEqual(thumb);
    for (const key of ["x", "y", "n"]) {
      expect(commandOf(press(key), "leader", nothing)).toBeNull();
      expect(commandOf(press(key, "text"), "leader", possible)).toBeNull();
      expect(commandOf(press(key), "follower", possible)).toBeNull();
    }
  });

  test("the follower gives up by one key, and speaks where the rules allow it", () => {
    const possible: Possible = { ...nothing, signals: ["question", "remark"] };
    expect(commandOf(press("g"), "follower", nothing)).toEqual({ kind: "give-up" });
    expect(commandOf(press("r"), "follower", possible)).toEqual({ kind: "say" });
    expect(commandOf(press("r"), "follower", nothing)).toBeNull();
    expect(commandOf(press("g"), "leader", possible)).toBeNull();
  });
});
