import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { BoardShown, ItemAsked } from "../src/protocol";
import { answersIn, missingIn, missingWords, type AnswersDraft } from "../src/study/answers";
import { secondsBefore } from "../src/study/countdown.svelte";
import { forgetDraft, keepDraft, moveDrafts, recallDraft } from "../src/study/drafts";
import { findStudySeat, keepStudySeat } from "../src/study/return";
import { besides, cellWords, ringsOf, signsOf, toggled } from "../src/study/tasks";
import { isWebAddress, minuteWords, pictureAddress, pictureWords } from "../src/study/words";
import { tabStorage } from "./tab-storage";

beforeEach(() => vi.stubGlobal("window", tabStorage()));
afterEach(() => vi.unstubAllGlobals());

const item = (id: string, kind: ItemAsked["kind"], is_required = false): ItemAsked => ({
  id,
  kind,
  text: id,
  is_required,
});

describe("a questionnaire", () => {
  const items = [
    item("text", "free-text", true),
    item("several", "choice"),
    item("scale", "scale", true),
    item("who", "partner"),
  ];

  test("sends what was answered, and leaves out the rest", () => {
    const drafts: AnswersDraft = { text: " so\n", several: [], scale: 1, who: {} };
    expect(answersIn(items, drafts)).toEqual({ text: " so\n", scale: 1 });
    expect(answersIn(items, { several: ["a"], who: { guess: "not-sure", sure: 3 } })).toEqual({
      several: ["a"],
      who: { guess: "not-sure" },
    });
  });

  test("misses required answers and half answers", () => {
    const missing = (drafts: AnswersDraft) => missingIn(items, drafts).map(({ id }) => id);
    expect(missing({ text: "  " })).toEqual(["text", "scale"]);
    expect(missing({ text: "a", scale: 2 })).toEqual([]);
    expect(missing({ text: "a", scale: 2, who: { guess: "program" } })).toEqual(["who"]);
    expect(missing({ text: "a", scale: 2, who: { guess: "program", sure: 5 } })).toEqual([]);
    expect(missing({ text: "a", scale: 2, who: { guess: "not-sure" } })).toEqual([]);
  });

  test("says what is missing", () => {
    expect(missingWords([])).toBe("");
    expect(missingWords([2])).toBe("Question 2 has no answer yet.");
    expect(missingWords([2, 5, 7])).toBe("Questions 2, 5 and 7 have no answer yet.");
  });
});

describe("drafts", () => {
  const at = { visit: "v", step: "survey", round: 1 };

  test("are kept by visit, step and round", () => {
    keepDraft(at, { text: "typed" });
    expect(recallDraft(at)).toEqual({ text: "typed" });
    for (const other of [{ visit: "w" }, { step: "quiz" }, { round: 2 }]) {
      expect(recallDraft({ ...at, ...other })).toEqual({});
    }
  });

  test("are forgotten one by one", () => {
    keepDraft(at, { a: 1 });
    keepDraft({ ...at, round: 2 }, { b: 2 });
    forgetDraft(at);
    expect([recallDraft(at), recallDraft({ ...at, round: 2 })]).toEqual([{}, { b: 2 }]);
  });

  test("go over to another token", () => {
    keepDraft(at, { a: 1 });
    moveDrafts("v", "w");
    expect([recallDraft(at), recallDraft({ ...at, visit: "w" })]).toEqual([{}, { a: 1 }]);
  });

  test("last until the page is left where the browser keeps nothing", () => {
    const refuse = () => {
      throw new Error("refused");
    };
    vi.stubGlobal("window", { sessionStorage: { getItem: refuse, setItem: refuse } });
    keepDraft(at, { a: 1 });
    expect(recallDraft(at)).toEqual({ a: 1 });
    forgetDraft(at);
    expect(recallDraft(at)).toEqual({});
  });

  test("are none if the store holds something odd", () => {
    for (const odd of ["no JSON", "3", "null", '{"survey/1": 7}']) {
      window.sessionStorage.setItem("cerealbar.drafts.v", odd);
      expect(recallDraft(at)).toEqual({});
    }
  });
});

describe("a seat of a study", () => {
  test("leads back to its step", () => {
    const seat = {
      study: "pilot",
      visit: "v",
      step: "games",
      round: 0,
      until: null,
      partnerLeft: "",
      isOver: false,
    };
    expect(findStudySeat("s")).toBeNull();
    keepStudySeat("s", seat);
    expect(findStudySeat("s")).toEqual(seat);
    expect(findStudySeat("other")).toBeNull();
  });
});

describe("marks on a board", () => {
  const board: BoardShown = {
    tiles: Array<number>(625).fill(0),
    cards: [
      { cell: 30, count: 2, colour: "red", shape: "heart" },
      { cell: 31, count: 1, colour: "blue", shape: "torus" },
    ],
    leader: { cell: 10, heading: 0 },
    follower: { cell: 28, heading: 1 },
  };

  test("number the cards in their order, and show one end", () => {
    let marks = { cards: [] as readonly number[], cell: null as number | null };
    for (const cell of [31, 30, 60, 61]) marks = toggled(board, marks, cell);
    expect(marks).toEqual({ cards: [31, 30], cell: 61 });
    expect(signsOf(marks).map(({ cell, label }) => [cell, label])).toEqual([
      [31, "1"],
      [30, "2"],
      [61, "⚑"],
    ]);
    expect(ringsOf(marks)).toEqual({ goals: { 30: 1, 31: 1 }, avoid: { 61: 1 } });
    for (const cell of [31, 61]) marks = toggled(board, marks, cell);
    expect(marks).toEqual({ cards: [30], cell: null });
  });

  test("are told in words", () => {
    const marks = { cards: [31, 30], cell: 60 };
    expect(cellWords(board, marks, 30)).toMatch(/^2 red hearts, marked as 2: 2 cells ahead/);
    expect(cellWords(board, marks, 60)).toMatch(/, the end: /);
  });

  test("are moved over with arrow keys, straight up and down and not over the edge", () => {
    expect(besides(30, "ArrowRight")).toBe(31);
    expect(besides(30, "ArrowLeft")).toBe(29);
    expect(besides(besides(30, "ArrowUp"), "ArrowUp")).toBe(80);
    expect(besides(besides(80, "ArrowDown"), "ArrowDown")).toBe(30);
    expect(besides(0, "ArrowLeft")).toBe(0);
    expect(besides(30, "x")).toBe(30);
  });
});

describe("words of a study", () => {
  test("tell spans of time", () => {
    expect([0.5, 1, 2.5, 5].map(minuteWords)).toEqual([
      "30 seconds",
      "1 minute",
      "2.5 minutes",
      "5 minutes",
    ]);
    expect([secondsBefore(5000, 1), secondsBefore(5000, 4000), secondsBefore(5, 9)]).toEqual([
      5, 1, 0,
    ]);
  });

  test("tell what a picture shows", () => {
    const svg = "<svg><title>Cards &amp; &lt;path&gt;</title></svg>";
    expect(pictureWords(svg)).toBe("Cards & <path>");
    expect(pictureWords("<svg></svg>")).toBe("");
    expect(decodeURIComponent(pictureAddress(svg))).toBe(`data:image/svg+xml,${svg}`);
  });

  test("lead to web addresses only", () => {
    expect(
      ["https://a.b/c", "http://a", "javascript:alert(1)", "/here", ""].map(isWebAddress),
    ).toEqual([true, true, false, false, false]);
  });
});
