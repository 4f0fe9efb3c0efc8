import { describe, expect, test } from "vitest";
import { commandOf, type Focus, type Press } from "../src/keys";
import type { ActionWord } from "../src/protocol";

const press = (key: string, focus: Focus = "game", changes: Partial<Press> = {}): Press => ({
  key,
  focus,
  isShift: false,
  hasModifier: false,
  ...changes,
});
const done: ActionWord[] = ["done"];

describe("keys", () => {
  test.each([
    ["ArrowUp", "forward"],
    ["ArrowDown", "backward"],
    ["ArrowLeft", "left"],
    ["ArrowRight", "right"],
  ])("%s asks for %s", (key, action) => {
    for (const seat of ["leader", "follower"] as const) {
      expect(commandOf(press(key), seat, [])).toEqual({ kind: "act", action });
    }
  });

  test("arrows move the cursor in a text, and the player beside an empty text box", () => {
    expect(commandOf(press("ArrowLeft", "text"), "leader", [])).toBeNull();
    expect(commandOf(press("ArrowLeft", "empty-text"), "leader", [])).not.toBeNull();
  });

  test("arrows on a slider belong to the slider", () => {
    expect(commandOf(press("ArrowLeft", "field"), "leader", [])).toBeNull();
  });

  test("Tab ends the leader's turn from the game and from the text box, if that is possible", () => {
    for (const focus of ["game", "text", "empty-text"] as const) {
      const end = { kind: "act", action: "done" };
      expect(commandOf(press("Tab", focus), "leader", done)).toEqual(end);
      expect(commandOf(press("Tab", focus), "leader", [])).toBeNull();
    }
  });

  test("Tab moves the focus from buttons, with Shift, and for the follower", () => {
    expect(commandOf(press("Tab", "button"), "leader", done)).toBeNull();
    expect(commandOf(press("Tab", "game", { isShift: true }), "leader", done)).toBeNull();
    expect(commandOf(press("Tab"), "follower", done)).toBeNull();
  });

  test("Enter and D finish the follower's instruction, but Enter on a button presses it", () => {
    const finish = { kind: "act", action: "done" };
    expect(commandOf(press("Enter"), "follower", [])).toEqual(finish);
    expect(commandOf(press("d", "button"), "follower", [])).toEqual(finish);
    expect(commandOf(press("Enter", "button"), "follower", [])).toBeNull();
  });

  test("Enter, T and slash lead the leader to the text box", () => {
    for (const key of ["Enter", "t", "T", "/"]) {
      expect(commandOf(press(key), "leader", [])).toEqual({ kind: "write" });
    }
  });

  test("Escape leaves the text box", () => {
    expect(commandOf(press("Escape", "text"), "leader", [])).toEqual({ kind: "stop-writing" });
    expect(commandOf(press("Escape"), "leader", [])).toBeNull();
  });

  test("letters in a text are letters", () => {
    for (const key of ["t", "c", "m", "h", "?", "+", "Enter"]) {
      expect(commandOf(press(key, "text"), "leader", done)).toBeNull();
      expect(commandOf(press(key, "empty-text"), "leader", done)).toBeNull();
    }
  });

  test("keys with Ctrl, Alt or Meta are the browser's", () => {
    expect(commandOf(press("c", "game", { hasModifier: true }), "leader", [])).toBeNull();
  });

  test("the follower has no camera to choose, and watchers take no steps", () => {
    expect(commandOf(press("c"), "follower", [])).toBeNull();
    expect(commandOf(press("c"), "watcher", [])).toEqual({ kind: "camera" });
    expect(commandOf(press("ArrowUp"), "watcher", [])).toBeNull();
  });
});
