import { describe, expect, test } from "vitest";
import { boardWords, wayWords } from "../src/board-words";
import { TILES, UNSEEN, WIDTH } from "../src/protocol";
import { distanceBetween, neighbourOf, sideOf } from "../src/scene/grid";
import { situation } from "./samples";

const at = (x: number, row: number): number => x + WIDTH * row;
const HERE = at(12, 12);
const HUT = TILES.findIndex((tile) => tile.prop === "hut_red");

describe("the board in words", () => {
  test("cells are as far away as there are steps to them", () => {
    expect(distanceBetween(HERE, HERE)).toBe(0);
    for (let heading = 0; heading < 6; heading += 1) {
      let cell = HERE;
      for (let steps = 1; steps <= 5; steps += 1) {
        cell = neighbourOf(cell, heading);
        expect(distanceBetween(HERE, cell)).toBe(steps);
        expect(sideOf(HERE, heading, cell)).toBe(0);
        expect(sideOf(HERE, (heading + 5) % 6, cell)).toBe(60);
        expect(sideOf(HERE, (heading + 1) % 6, cell)).toBe(-60);
      }
    }
  });

  test("a way is told by how far it is and on which side", () => {
    const pose = { cell: HERE, heading: 1 };
    expect(wayWords(pose, HERE)).toBe("right here");
    expect(wayWords(pose, at(15, 12))).toBe("3 cells ahead");
    expect(wayWords(pose, at(11, 12))).toBe("1 cell behind");
    expect(wayWords(pose, neighbourOf(HERE, 2))).toBe("1 cell, 60 degrees to the right");
  });

  test("tells a follower what lies around, and nothing that is not seen", () => {
    const tiles = Array<number>(WIDTH * WIDTH).fill(UNSEEN);
    tiles[HERE] = 0;
    tiles[at(13, 12)] = HUT;
    const shown = situation({
      leader: null,
      follower: { cell: HERE, heading: 1 },
      cards: [{ cell: neighbourOf(HERE, 2), count: 2, colour: "red", shape: "heart" }],
    });
    const words = boardWords("follower", shown, tiles);
    expect(words.here).toBe(
      "You stand on grass, facing east. Ahead red hut, ahead right 2 red hearts, " +
        "ahead left what you do not see, behind what you do not see.",
    );
    expect(words.cards).toEqual(["2 red hearts: 1 cell, 60 degrees to the right"]);
    expect(words.landmarks).toEqual(["red hut: 1 cell ahead"]);
  });

  test("tells a leader of cards from the follower, too, the nearest first", () => {
    const shown = situation({
      leader: { cell: HERE, heading: 1 },
      follower: { cell: at(16, 12), heading: 4 },
      cards: [
        { cell: at(15, 12), count: 1, colour: "blue", shape: "torus" },
        { cell: at(13, 12), count: 3, colour: "green", shape: "plus", is_selected: true },
      ],
    });
    const words = boardWords("leader", shown, Array<number>(WIDTH * WIDTH).fill(0));
    expect(words.cards).toEqual([
      "3 green pluses, selected: 1 cell ahead; from the follower 3 cells ahead",
      "1 blue ring: 3 cells ahead; from the follower 1 cell ahead",
    ]);
    expect(words.here).toContain("The follower is 4 cells ahead, facing west.");
  });
});
