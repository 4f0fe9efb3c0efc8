import { describe, expect, test } from "vitest";
import { fit, type CameraMode } from "../src/scene/cameras";
import { CELLS } from "../src/scene/grid";
import { Pointing } from "../src/scene/pointing";
import { View } from "../src/scene/view";

const frame = { x: 20, y: 10, width: 800, height: 600 };

function pointing(mode: CameraMode, zoom = 1, pan = 0): Pointing {
  const [from, view] = [fit(mode, frame.width / frame.height), new View()];
  view.zoomBy(zoom, from, frame.height);
  view.panBy(pan, pan, from, frame.height);
  return new Pointing(from, view, frame);
}

describe("pointing at the board", () => {
  test.each([
    ["overhead", 1, 0],
    ["tilted", 1, 0],
    ["overhead", 3, 120],
    ["tilted", 2, -90],
  ] as const)("finds every cell where it is seen (%s, %d, %d)", (mode, zoom, pan) => {
    const on = pointing(mode, zoom, pan);
    const wrong = Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) => {
      const { x, y } = on.pointOf(cell);
      return on.cellAt({ x: x + 3, y: y - 2 }) !== cell;
    });
    expect(wrong).toEqual([]);
  });

  test("shows the north above the south and the whole board within the frame", () => {
    const on = pointing("overhead");
    const [southWest, northEast] = [on.pointOf(0), on.pointOf(CELLS - 1)];
    expect(southWest.y).toBeGreaterThan(northEast.y);
    expect(northEast.x).toBeGreaterThan(southWest.x);
    for (const { x, y } of [southWest, northEast]) {
      expect(x > 20 && x < 820 && y > 10 && y < 610).toBe(true);
    }
  });

  test("finds nothing beside the board", () => {
    expect(pointing("overhead").cellAt({ x: 22, y: 12 })).toBeNull();
  });
});
