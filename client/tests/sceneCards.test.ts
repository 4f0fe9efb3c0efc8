import { describe, expect, it } from "vitest";
import { COLOURS, SHAPES, type ShapeWord } from "../src/protocol";
import { CARD, letterPlace, symbolPlaces } from "../src/scene/cardlayout";
import { letter } from "../src/scene/letters";
import { COLOUR_LETTERS, SYMBOL_COLOURS } from "../src/scene/palette";
import { outlineOf, symbol, widened } from "../src/scene/symbols";

const LOOKS = [false, true];

/** How far a symbol of size 1 reaches to the north and south. */
function heightOf(shape: ShapeWord): number {
  return Math.max(...outlineOf(shape).map(([, y]) => Math.abs(y))) + 0.02;
}

describe("the symbols of a card", () => {
  for (const shape of SHAPES) {
    for (const isMarked of LOOKS) {
      for (const count of [1, 2, 3]) {
        const places = symbolPlaces(shape, count, isMarked);
        const name = `${count} ${shape}${isMarked ? ", marked" : ""}`;

        it(`are as many as its count says, in a column from north to south: ${name}`, () => {
          expect(places).toHaveLength(count);
          expect(new Set(places.map(({ x }) => x)).size).toBe(1);
          expect(places.reduce((sum, { z }) => sum + z, 0)).toBeCloseTo(0, 9);
        });

        it(`lie on the card without touching one another: ${name}`, () => {
          places.forEach(({ x, z, size }, i) => {
            expect(Math.abs(x) + 0.56 * size).toBeLessThan(CARD.width / 2);
            expect(Math.abs(z) + heightOf(shape) * size).toBeLessThan(CARD.length / 2);
            const next = places[i + 1];
            if (next) expect(next.z - z).toBeGreaterThan(2 * heightOf(shape) * size);
          });
        });
      }
    }
  }

  it("leave room for the letter of the colour", () => {
    const { x, size } = letterPlace();
    expect(x - 0.36 * size).toBeGreaterThan(-CARD.width / 2);
    for (const shape of SHAPES) {
      for (const count of [1, 2, 3]) {
        const place = symbolPlaces(shape, count, true)[0]!;
        expect(place.x - 0.56 * place.size).toBeGreaterThan(x + 0.36 * size);
      }
    }
  });

  it("are about four times as long as high if they are diamonds", () => {
    const outline = outlineOf("diamond");
    const [length, height] = [0, 1].map((axis) => Math.max(...outline.map((at) => at[axis]!)));
    expect(length! / height!).toBeCloseTo(4, 1);
  });

  it("fill about a square of side 1 and face upwards", () => {
    for (const shape of SHAPES) {
      for (const [x, y] of outlineOf(shape)) {
        expect(Math.abs(x)).toBeLessThanOrEqual(0.56);
        expect(Math.abs(y)).toBeLessThanOrEqual(0.56);
      }
      const normals = symbol(shape).getAttribute("normal");
      for (let i = 0; i < normals.count; i++) expect(normals.getY(i)).toBeCloseTo(1, 3);
    }
  });

  it("have a rim that lies outside their outline", () => {
    for (const shape of SHAPES) {
      const outline = outlineOf(shape);
      const rim = widened(outline, 0.05);
      const area = (points: readonly (readonly [number, number])[]) =>
        points.reduce((sum, [x, y], i) => {
          const [nextX, nextY] = points[(i + 1) % points.length]!;
          return sum + (x * nextY - nextX * y) / 2;
        }, 0);
      expect(area(outline)).toBeGreaterThan(0);
      expect(area(rim)).toBeGreaterThan(area(outline));
    }
  });
});

describe("colours", () => {
  it("each have a letter of their own that can be drawn", () => {
    expect(new Set(COLOURS.map((colour) => COLOUR_LETTERS[colour])).size).toBe(COLOURS.length);
    for (const colour of COLOURS) {
      expect(letter(COLOUR_LETTERS[colour]).getAttribute("position").count).toBeGreaterThan(0);
      expect(SYMBOL_COLOURS[colour]).toBeDefined();
    }
  });
});
