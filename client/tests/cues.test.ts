import { describe, expect, test } from "vitest";
import { cuesOf } from "../src/cues";
import type { Happening } from "../src/protocol";

describe("sounds", () => {
  test("tell whose turn it is", () => {
    const ended = [{ type: "turn-end", by: "leader", how: "done" }] as const;
    expect(cuesOf(ended, "leader", "leader", "follower")).toEqual(["partner-turn"]);
    expect(cuesOf(ended, "follower", "leader", "follower")).toEqual(["your-turn"]);
    expect(cuesOf(ended, "watcher", "leader", "follower")).toEqual([]);
  });

  test("a set sounds instead of its last card", () => {
    const happenings: Happening[] = [
      { type: "step", by: "leader", action: "forward" },
      { type: "toggle", by: "leader", cell: 3, is_selected: true },
      { type: "set", score: 1, extra_half_turns: 10, old: [], new: [] },
    ];
    expect(cuesOf(happenings, "leader", "leader", "leader")).toEqual(["step", "set"]);
  });

  test("a message sounds for whoever reads it", () => {
    const sent = [{ type: "instruct", text: "go" }] as const;
    expect(cuesOf(sent, "follower", "leader", "leader")).toEqual(["message"]);
    expect(cuesOf(sent, "leader", "leader", "leader")).toEqual([]);
    const asked = [{ type: "signal", kind: "question", text: "where?" }] as const;
    expect(cuesOf(asked, "leader", "follower", "follower")).toEqual(["message"]);
    expect(cuesOf(asked, "follower", "follower", "follower")).toEqual([]);
    const finished = [{ type: "finish", text: "go" }] as const;
    expect(cuesOf(finished, "leader", "follower", "follower")).toEqual(["message"]);
    expect(cuesOf(finished, "follower", "follower", "follower")).toEqual([]);
  });
});
