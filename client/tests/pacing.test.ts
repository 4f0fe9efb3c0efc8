import { describe, expect, test } from "vitest";
import { FRESH, isNudgeDue, nextPacing } from "../src/pacing";
import type { Happening } from "../src/protocol";
import { situation } from "./samples";

const acting = situation({ turn: "follower", legal: ["forward", "done"] });
const step: Happening = { type: "step", by: "follower", action: "forward" };

describe("a follower", () => {
  test("is asked after 15 seconds without a step", () => {
    expect(isNudgeDue(FRESH, acting, 14_000)).toBe(false);
    expect(isNudgeDue(FRESH, acting, 15_000)).toBe(true);
  });

  test("is not asked in the leader's turn, which does not count", () => {
    expect(isNudgeDue(FRESH, situation(), 60_000)).toBe(false);
    expect(nextPacing(FRESH, situation(), [], 60_000).idleMs).toBe(0);
  });

  test("is asked after 15 steps in one instruction", () => {
    let pacing = FRESH;
    for (let steps = 0; steps < 15; steps += 1) pacing = nextPacing(pacing, acting, [step], 500);
    expect(isNudgeDue(pacing, acting, 0)).toBe(true);
    const ends: Happening[] = [
      { type: "finish", text: "go" },
      { type: "give-up", text: "go", reason: "water" },
      { type: "cancel", texts: ["go"] },
    ];
    for (const end of ends) expect(nextPacing(pacing, acting, [end], 500)).toEqual(FRESH);
  });

  test("idles across turns until the next step", () => {
    const idle = nextPacing(FRESH, acting, [], 10_000);
    expect(isNudgeDue(idle, acting, 5000)).toBe(true);
    expect(nextPacing(idle, acting, [step], 100).idleMs).toBe(0);
  });
});
