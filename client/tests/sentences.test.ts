import { describe, expect, test } from "vitest";
import type { Happening, TurnEndWord } from "../src/protocol";
import { asSentence, cardWords, endWords, sentencesOf } from "../src/sentences";
import { situation } from "./samples";

describe("sentences", () => {
  test.each([
    [{ count: 1, colour: "pink", shape: "torus" }, "1 pink ring"],
    [{ count: 3, colour: "black", shape: "cube" }, "3 black squares"],
    [{ count: 2, colour: "blue", shape: "plus" }, "2 blue pluses"],
  ] as const)("%j is called %s", (card, words) => {
    expect(cardWords(card)).toBe(words);
  });

  test("what the server says is made a sentence", () => {
    expect(asSentence("nobody has this seat")).toBe("Nobody has this seat.");
    expect(asSentence("Done!")).toBe("Done!");
    expect(asSentence("")).toBe("");
  });

  test("who left is told from where one sits", () => {
    expect(endWords("leader-left", "leader")).toBe("You left the game.");
    expect(endWords("leader-left", "follower")).toBe("The leader left the game.");
  });

  test("steps alone are not worth a sentence", () => {
    const stepped = [{ type: "step", by: "leader", action: "forward" }] as const;
    expect(sentencesOf(stepped, "leader", situation(), situation())).toEqual([]);
  });

  test.each<[TurnEndWord, string]>([
    ["done", "No instruction is left; the turn is over."],
    ["no-steps", "You used all steps; the turn is over."],
    ["time-out", "Your turn ended: the time ran out."],
    ["skipped", "Your turn was skipped: no instruction was waiting."],
    ["cancelled", "Your turn ended: the instructions were cancelled."],
  ])("a turn that ended by %s says so", (how, words) => {
    const ended = [{ type: "turn-end", by: "follower", how }] as const;
    const [sentence] = sentencesOf(ended, "follower", situation(), situation());
    expect(sentence?.text).toBe(words);
  });

  test.each<[Happening, string]>([
    [{ type: "give-up", text: "go", reason: "water" }, "The follower gave up on “go”: water."],
    [{ type: "give-up", text: "go" }, "The follower gave up on “go”."],
    [{ type: "cancel", texts: ["go", "stop"] }, "You cancelled: go · stop"],
    [{ type: "signal", kind: "question", text: "where?" }, "The follower asked: where?"],
    [{ type: "signal", kind: "thumb-up" }, "You gave a thumbs up."],
    [{ type: "seat", role: "follower", name: "random" }, "random plays the follower from now on."],
  ])("%j is told to the leader", (happening, words) => {
    const [sentence] = sentencesOf([happening], "leader", situation(), situation());
    expect(sentence?.text).toBe(words);
  });
});
