import { describe, expect, it } from "vitest";
import { CARD, COLOUR_LETTERS, LETTER_PLACE, symbolPlaces } from "../src/card-faces";
import { COLOURS, SHAPES, type ShapeWord } from "../src/protocol";

/** How far a symbol reaches from its middle, at most. */
function reachOf(shape: ShapeWord): { x: number; y: number } {
  return shape === "diamond" ? { x: 14, y: 3.6 } : { x: 10, y: 10 };
}

const FACES = SHAPES.flatMap((shape) =>
  [1, 2, 3].map((count) => ({ shape, count, colour: "red" }) as const),
);

describe("the symbols of a card", () => {
  describe.each([false, true])("(marked: %s)", (isMarked) => {
    it.each(FACES)("are as many as its count says, in a column: $count $shape", (face) => {
      const places = symbolPlaces(face, isMarked);
      expect(places).toHaveLength(face.count);
      expect(new Set(places.map(({ x }) => x)).size).toBe(1);
      const middle = places.reduce((sum, { y }) => sum + y, 0) / face.count;
      expect(middle).toBeCloseTo(CARD.height / 2, 9);
    });

    it.each(FACES)("lie on it without touching one another: $count $shape", (face) => {
      const places = symbolPlaces(face, isMarked);
      const reach = reachOf(face.shape);
      places.forEach(({ x, y, scale }, i) => {
        expect(x - reach.x * scale).toBeGreaterThan(0);
        expect(x + reach.x * scale).toBeLessThan(CARD.width);
        expect(y - reach.y * scale).toBeGreaterThan(0);
        expect(y + reach.y * scale).toBeLessThan(CARD.height);
        const next = places[i + 1];
        if (next) expect(next.y - y).toBeGreaterThan(2 * reach.y * scale);
      });
    });
  });

  it.each(FACES)("leave room for the letter of the colour: $count $shape", (face) => {
    const letterEnd = LETTER_PLACE.x + 0.39 * LETTER_PLACE.scale;
    expect(LETTER_PLACE.x - 0.39 * LETTER_PLACE.scale).toBeGreaterThan(0);
    const [{ x, scale }] = symbolPlaces(face, true) as [ReturnType<typeof symbolPlaces>[number]];
    expect(x - reachOf(face.shape).x * scale).toBeGreaterThan(letterEnd);
  });
});

it("each colour has a letter of its own", () => {
  expect(new Set(COLOURS.map((colour) => COLOUR_LETTERS[colour])).size).toBe(COLOURS.length);
});
