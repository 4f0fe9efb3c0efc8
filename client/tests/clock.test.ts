import { describe, expect, test } from "vitest";
import { formatSeconds, isUrgent, secondsLeft, turnsLeft } from "../src/clock";
import { isHurryDue } from "../src/cues";
import { situation } from "./samples";

describe("the clock", () => {
  test("a running clock goes on between messages", () => {
    expect(secondsLeft(situation(), 1000, 4000)).toBe(42);
  });

  test("a clock that stands shows what it showed", () => {
    expect(secondsLeft(situation({ is_clock_running: false }), 1000, 9000)).toBe(45);
  });

  test("no time is less than none, and none comes back", () => {
    expect(secondsLeft(situation(), 0, 90_000)).toBe(0);
    expect(secondsLeft(situation(), 5000, 1000)).toBe(45);
  });

  test("the leader hurries in the last 15 seconds, the follower in the last 5", () => {
    expect(isUrgent(situation(), 15)).toBe(true);
    expect(isUrgent(situation(), 15.5)).toBe(false);
    expect(isUrgent(situation({ turn: "follower" }), 14)).toBe(false);
    expect(isUrgent(situation({ turn: "follower" }), 5)).toBe(true);
    expect(isUrgent(situation({ is_clock_running: false }), 3)).toBe(false);
  });

  test("the sound of haste comes once, and only in one's own turn", () => {
    expect(isHurryDue(situation(), "leader", 0, 29_900, 30_100)).toBe(true);
    expect(isHurryDue(situation(), "leader", 0, 30_100, 30_300)).toBe(false);
    expect(isHurryDue(situation(), "follower", 0, 29_900, 30_100)).toBe(false);
  });

  test.each([
    [0, "0:00"],
    [0.2, "0:01"],
    [15, "0:15"],
    [59.5, "1:00"],
    [125, "2:05"],
  ])("%d seconds read %s", (seconds, words) => {
    expect(formatSeconds(seconds)).toBe(words);
  });

  test("a turn that has begun counts", () => {
    expect(turnsLeft(situation({ half_turns_left: 12 }))).toBe(6);
    expect(turnsLeft(situation({ half_turns_left: 11 }))).toBe(6);
    expect(turnsLeft(situation({ half_turns_left: null }))).toBeNull();
  });
});
