import { describe, expect, test } from "vitest";
import type { FromServer, SignalTold, TutorialShown } from "../src/protocol";
import { EMPTY, instructionsOf, reduce, type PageState } from "../src/state";
import { pointedCells } from "../src/tutorials";
import { room, situation, update, welcome } from "./samples";

function after(messages: readonly FromServer[], now = 1000): PageState {
  return messages.reduce<PageState>(
    (state, message) => reduce(state, { kind: "message", message, now }),
    EMPTY,
  );
}

const words = (state: PageState): string[] => state.lines.map((line) => line.text);

describe("the state of a page", () => {
  test("a welcome tells all", () => {
    const { game } = after([welcome("follower")]);
    expect(game?.seat).toBe("follower");
    expect(game?.heardAt).toBe(1000);
    expect(game?.plan).toBeNull();
  });

  test("news before the welcome change nothing", () => {
    expect(after([update([]), room()])).toEqual(EMPTY);
  });

  test("cells that come into view are kept", () => {
    const { game } = after([welcome(), { ...update([]), tiles: [[7, 3]] }]);
    expect(game?.tiles[7]).toBe(3);
    expect(game?.tiles[8]).toBe(255);
  });

  test("a plan is kept until the server says that it is out of date", () => {
    const plan: FromServer = { type: "plan", plan: { goals: { 3: 1 } } };
    const heard = [welcome(), plan, update([{ type: "finish", text: "go" }])];
    expect(after(heard).game?.plan).toEqual({ goals: { 3: 1 } });
    expect(after([...heard, { type: "plan" }]).game?.plan).toBeNull();
  });

  test("a plan tells what is understood now, the server what was before and after a reload", () => {
    const instructions = [
      { text: "go", status: "finished" as const, understood: "goes on" },
      { text: "take it", status: "current" as const },
      { text: "wait", status: "waiting" as const },
    ];
    const plan: FromServer = { type: "plan", plan: { understood: "takes 2 red hearts" } };
    const { game } = after([welcome("leader", situation({ instructions })), plan]);
    const understood = game && instructionsOf(game).map((it) => it.understood);
    expect(understood).toEqual(["goes on", "takes 2 red hearts", undefined]);
  });

  test("a welcome tells again what was said, and silence in it takes nothing back", () => {
    const asked: SignalTold = { type: "signal", kind: "question", text: "where?" };
    const again = after([{ ...welcome(), said: [asked] }]);
    expect(again.game?.said).toEqual([{ id: 1, kind: "question", text: "where?" }]);
    expect(after([welcome(), update([asked]), welcome()]).game?.said).toHaveLength(1);
    expect(after([welcome(), update([asked]), { ...welcome(), said: [asked] }]).game?.said).toEqual(
      again.game?.said,
    );
  });

  test("what players told each other is kept with numbers of its own", () => {
    const asked = update([{ type: "signal", kind: "question", text: "where?" }]);
    const thumb = update([{ type: "signal", kind: "thumb-up" }]);
    expect(after([welcome(), asked, thumb]).game?.said).toEqual([
      { id: 1, kind: "question", text: "where?" },
      { id: 2, kind: "thumb-up", text: "" },
    ]);
  });

  test("a set is told with its points, turns and new cards", () => {
    const made = update([
      { type: "set", score: 2, extra_half_turns: 8, old: [1, 2, 3], new: [4, 5, 6] },
    ]);
    expect(words(after([welcome(), made]))).toEqual([
      "A set! The score is 2. 4 more turns each. 3 new cards lie on the board.",
    ]);
  });

  test("the follower hears of new cards in view only", () => {
    const made = update([{ type: "set", score: 11, extra_half_turns: 0, old: [], new: [] }]);
    expect(words(after([welcome("follower"), made]))).toEqual([
      "A set! The score is 11. New cards lie somewhere on the board.",
    ]);
  });

  test("a set within a turn begins no new turn, a skipped turn does", () => {
    const made = update([{ type: "set", score: 1, extra_half_turns: 10, old: [], new: [] }]);
    const skipped = update([
      { type: "turn-end", by: "leader", how: "time-out" },
      { type: "turn-end", by: "follower", how: "skipped" },
    ]);
    expect(after([welcome(), made]).game?.turnEnds).toBe(0);
    expect(after([welcome(), made, skipped]).game?.turnEnds).toBe(2);
  });

  test("a skipped turn is told with the reason", () => {
    const skipped = update([{ type: "turn-end", by: "follower", how: "skipped" }]);
    expect(words(after([welcome("follower"), skipped]))).toEqual([
      "Your turn was skipped: no instruction was waiting.",
    ]);
    expect(words(after([welcome("leader"), skipped]))).toEqual([
      "The follower’s turn was skipped: no instruction was waiting.",
    ]);
  });

  test("a turn without time left is told as such", () => {
    const late = update([{ type: "turn-end", by: "leader", how: "time-out" }]);
    const line = after([welcome("leader"), late]).lines.at(-1);
    expect(line).toMatchObject({ text: "Your turn ended: the time ran out.", tone: "bad" });
  });

  test("cards that clash are told to the leader, never to the follower", () => {
    const toggled = update(
      [{ type: "toggle", by: "follower", cell: 30, is_selected: true }],
      situation({ is_invalid: true }),
    );
    expect(words(after([welcome("leader"), toggled]))).toEqual([
      "The follower selected 2 red hearts.",
      "The selected cards clash: deselect one of them.",
    ]);
    expect(words(after([welcome("follower"), toggled]))).toEqual(["You selected 2 red hearts."]);
  });

  test("a refused request is told with its reason", () => {
    const refused: FromServer = {
      type: "refused",
      id: 3,
      code: "blocked",
      reason: "leader cannot move forward: water",
    };
    expect(after([welcome(), refused]).lines.at(-1)).toMatchObject({
      text: "Leader cannot move forward: water.",
      tone: "bad",
    });
  });

  test("a problem of the room is told once", () => {
    const failed = room({ problem: "The agent has failed." });
    expect(words(after([welcome(), failed, failed]))).toEqual(["The agent has failed."]);
  });

  test("lines have numbers of their own and old ones go", () => {
    const many = Array.from({ length: 60 }, () => update([{ type: "instruct", text: "go" }]));
    const { lines } = after([welcome(), ...many]);
    expect(lines).toHaveLength(40);
    expect(new Set(lines.map((line) => line.id)).size).toBe(40);
  });

  test("the clock stands still while the connection is lost", () => {
    const lost = reduce(after([welcome()]), { kind: "link", link: "lost", now: 6000 });
    expect(lost.link).toBe("lost");
    expect(lost.game?.situation).toMatchObject({ seconds_left: 40, is_clock_running: false });
  });

  test("a new welcome replaces what was known and forgets the goodbye", () => {
    const goodbye: FromServer = { type: "goodbye", code: "stopping", reason: "restart" };
    const state = after([welcome(), goodbye, welcome("leader", situation({ score: 3 }))]);
    expect(state.goodbye).toBeNull();
    expect(state.game?.situation.score).toBe(3);
  });
});

describe("a tutorial", () => {
  const asked: TutorialShown = {
    type: "tutorial",
    text: "Walk onto the 2 red hearts.",
    number: 2,
    of: 3,
    card: { count: 2, colour: "red", shape: "heart" },
  };

  test("tells what is asked for now, also after a reload", () => {
    expect(after([welcome()]).game?.tutorial).toBeNull();
    expect(after([welcome(), asked]).game?.tutorial).toEqual(asked);
    expect(after([{ ...welcome(), tutorial: asked }]).game?.tutorial).toEqual(asked);
  });

  test("points at the cards in view that have the face", () => {
    expect(pointedCells(situation(), asked)).toEqual([30]);
    expect(pointedCells(situation({ cards: [] }), asked)).toEqual([]);
    expect(pointedCells(situation(), { ...asked, card: null })).toEqual([]);
    expect(pointedCells(situation(), null)).toEqual([]);
  });
});
