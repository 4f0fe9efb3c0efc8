import { Color } from "three";
import { Facets, type Point } from "./facets";
import { grainOf } from "./grid";
import { GROUND } from "./palette";

const BOTTOM = -0.62;
const COLUMNS = 4;

/** Adds the edge of the board below two corners of a cell: a lip of its ground, then soil. */
export function skirt(facets: Facets, left: Point, right: Point, lip: Color): void {
  const at = (point: Point, y: number): Point => [point[0], y, point[2]];
  const top = Math.max(left[1], right[1]);
  const rows = [top, top - 0.09, top - 0.3, BOTTOM];
  const colours = [lip.clone().multiplyScalar(0.95), GROUND.soil, GROUND.soilDark];
  colours.forEach((colour, row) => {
    const [y, below] = [rows[row]!, rows[row + 1]!];
    facets.quad(at(left, y), at(right, y), at(right, below), at(left, below), colour);
  });
}

/** Adds a rocky cliff with snow at its top below two corners of a cell. */
export function cliff(facets: Facets, left: Point, right: Point, drop: number): void {
  const out: [number, number] = [left[2] - right[2], right[0] - left[0]];
  const length = Math.hypot(...out);
  const grid: Point[][] = [];
  for (let column = 0; column <= COLUMNS; column++) {
    const t = column / COLUMNS;
    const x = left[0] + (right[0] - left[0]) * t;
    const z = left[2] + (right[2] - left[2]) * t;
    const bulge = column === 0 || column === COLUMNS ? 0 : 1;
    grid.push(
      [0, 0.07 + 0.16 * grainOf(x, z), 0.55 + 0.15 * grainOf(z, x), 1].map((fall, row) => {
        const push = (bulge * row * (0.35 + grainOf(x + row, z - row))) / 22 / length;
        return [x - out[0] * push, left[1] - drop * fall, z - out[1] * push] as const;
      }),
    );
  }
  for (let column = 0; column < COLUMNS; column++) {
    for (let row = 0; row < 3; row++) {
      const [a, b] = [grid[column]!, grid[column + 1]!];
      const tone = 0.95 + 0.11 * grainOf(column + left[0] * 3, row + left[2] * 5);
      const colour = row === 0 ? GROUND.snow : row === 1 ? GROUND.rock : GROUND.rockDark;
      const shade = row === 0 ? colour : colour.clone().multiplyScalar(tone);
      facets.quad(a[row]!, b[row]!, b[row + 1]!, a[row + 1]!, shade);
    }
  }
}
