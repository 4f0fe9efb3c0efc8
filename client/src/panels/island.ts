/** A cell of the little island in the lobby. */
export interface Hexagon {
  x: number;
  y: number;
  colour: string;
}

const GRASS = ["#7cb665", "#74ad5e", "#85bd6d"];
const PATH = "#e7cf9f";
const WATER = "#4f97bf";
const HILL = "#b48a5a";

/** The cells of an island of hexagons, the same each time. */
export function hexagons(): Hexagon[] {
  const cells: Hexagon[] = [];
  for (let row = -3; row <= 3; row += 1) {
    for (let column = -6; column <= 6; column += 1) {
      const x = (column + (row % 2 === 0 ? 0 : 0.5)) * 34.6;
      const isOutside = Math.abs(x) + Math.abs(row) * 14 > 235;
      if (!isOutside) cells.push({ x, y: row * 30, colour: colourOf(column, row) });
    }
  }
  return cells;
}

function colourOf(column: number, row: number): string {
  if (row === 0 || (column === 1 && row > 0) || (column === -3 && row < 0)) return PATH;
  if (row >= 2 && column <= -2 && column >= -4) return WATER;
  if (row <= -2 && column >= 1 && column <= 2) return HILL;
  return GRASS[Math.abs(column * 7 + row * 5) % GRASS.length] ?? PATH;
}
