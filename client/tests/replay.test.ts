import { describe, expect, test } from "vitest";
import {
  advance,
  chaptersOf,
  expandFrames,
  instructionsAt,
  marksOf,
  momentAt,
} from "../src/replay";
import { replay } from "./samples";

const moments = expandFrames(replay());

describe("a replay", () => {
  test("cards stay until a frame brings others", () => {
    const cells = moments.map(({ situation }) => situation.cards.map((card) => card.cell));
    expect(cells).toEqual([[30, 31], [30, 31], [30, 31], [40]]);
  });

  test("changes add up to instructions with their status", () => {
    const chapters = chaptersOf(replay());
    const statuses = moments.map((_, moment) =>
      instructionsAt(chapters, moment).map((it) => it.status + (it.reason ? `: ${it.reason}` : "")),
    );
    expect(statuses).toEqual([
      [],
      ["current", "waiting"],
      ["current", "waiting"],
      ["given-up: water", "current"],
    ]);
  });

  test.each([
    [-1, 0],
    [0, 0],
    [4.9, 0],
    [5, 1],
    [29, 2],
    [1000, 3],
  ])("at %d seconds moment %d is shown", (at, index) => {
    expect(momentAt(moments, at)).toBe(index);
  });

  test("turns and sets are marked", () => {
    expect(marksOf(moments).map(({ kind, at }) => [kind, at])).toEqual([
      ["turn", 20],
      ["set", 30],
    ]);
  });

  test("instructions are chapters", () => {
    expect(chaptersOf(replay())).toMatchObject([
      { text: "go left", sent: 1, begun: 2, ended: 3 },
      { text: "go right", sent: 1, begun: 3, ended: null },
    ]);
  });

  test("pauses are skipped only if asked for, and the end is the end", () => {
    expect(advance(moments, 5, 0.1, false)).toBeCloseTo(5.1);
    expect(advance(moments, 5, 0.1, true)).toBeCloseTo(18.6);
    expect(advance(moments, 29, 16, true)).toBe(30);
  });

  test("a long step never passes over a moment while pauses are skipped", () => {
    expect(momentAt(moments, advance(moments, 5, 2, true))).toBe(2);
  });
});
