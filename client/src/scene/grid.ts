import { TILES, UNSEEN, WIDTH } from "../protocol";

/** How far apart neighbouring rows are, where neighbouring cells are 1 apart. */
const ROW = Math.sqrt(3) / 2;
/** From the centre of a cell to its corners. */
export const RADIUS = 1 / Math.sqrt(3);
/** How high one level of a tile's height is. */
const LEVEL = 5 / 17.3205;
/** The number of cells of the board. */
export const CELLS = WIDTH * WIDTH;

/** A place on the ground: x to the east, z to the south. */
export interface Spot {
  x: number;
  z: number;
}

/** The centre of a cell. */
export function centreOf(cell: number): Spot {
  const row = Math.floor(cell / WIDTH);
  return { x: (cell % WIDTH) + 0.5 * (row % 2), z: -row * ROW };
}

/** The compass direction of a heading, in radians clockwise from the north. */
export function bearingOf(heading: number): number {
  return ((30 + 60 * heading) * Math.PI) / 180;
}

/** The unit vector of a compass direction. */
export function directionOf(bearing: number): Spot {
  return { x: Math.sin(bearing), z: -Math.cos(bearing) };
}

/** The turn about the vertical that makes a model, which faces north, face a bearing. */
export function yawOf(bearing: number): number {
  return -bearing;
}

const EVEN_STEPS = [0, 1, 1, 0, 0, -1, -1, -1, -1, 0, -1, 1] as const;
const ODD_STEPS = [1, 1, 1, 0, 1, -1, 0, -1, -1, 0, 0, 1] as const;

/** The cell next to one in the direction of a heading, or -1 beyond the edge of the board. */
export function neighbourOf(cell: number, heading: number): number {
  const row = Math.floor(cell / WIDTH);
  const steps = row % 2 ? ODD_STEPS : EVEN_STEPS;
  const x = (cell % WIDTH) + (steps[2 * heading] ?? 0);
  const z = row + (steps[2 * heading + 1] ?? 0);
  return x < 0 || z < 0 || x >= WIDTH || z >= WIDTH ? -1 : x + WIDTH * z;
}

/** The heading that leads from a cell to a neighbour, or -1 if they are no neighbours. */
export function headingBetween(from: number, to: number): number {
  return [0, 1, 2, 3, 4, 5].find((heading) => neighbourOf(from, heading) === to) ?? -1;
}

/** How many cells one is from another. */
export function distanceBetween(from: number, to: number): number {
  const [a, b] = [from, to].map((cell) => {
    const row = Math.floor(cell / WIDTH);
    return { column: (cell % WIDTH) - (row - (row % 2)) / 2, row };
  }) as [{ column: number; row: number }, { column: number; row: number }];
  const [columns, rows] = [b.column - a.column, b.row - a.row];
  return Math.max(Math.abs(columns), Math.abs(rows), Math.abs(columns + rows));
}

/** Whole degrees from straight ahead to a cell, to the right positive, -180 to 179. */
export function sideOf(from: number, heading: number, to: number): number {
  const [a, b] = [centreOf(from), centreOf(to)];
  const bearing = Math.atan2(b.x - a.x, a.z - b.z) - bearingOf(heading);
  const degrees = Math.round((bearing * 180) / Math.PI);
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** The corner of a cell that lies 30 degrees before a heading; the next one follows it. */
export function cornerOf(heading: number, radius = RADIUS): Spot {
  const direction = directionOf(bearingOf(heading) - Math.PI / 6);
  return { x: direction.x * radius, z: direction.z * radius };
}

/** How high the ground of a tile lies. */
export function heightOf(code: number): number {
  return code === UNSEEN ? 0 : (TILES[code]?.height ?? 0) * LEVEL;
}

/** A number from 0 to 1 that looks random and is always the same for the same place. */
export function grainOf(x: number, z: number): number {
  const wave = Math.sin(x * 127.1 + z * 311.7) * 43758.5453;
  return wave - Math.floor(wave);
}

/** The box that holds the board, with what stands on it. */
export const BOARD = {
  west: -0.5,
  east: WIDTH,
  north: -(WIDTH - 1) * ROW - RADIUS,
  south: RADIUS,
  bottom: -0.6,
  top: 1,
} as const;
