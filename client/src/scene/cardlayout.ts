import type { ShapeWord } from "../protocol";

/** The size of a card: across, along (north to south) and how thick. */
export const CARD = { width: 0.82, length: 1.08, thickness: 0.07 } as const;

/** Where on its card something lies (x to the east, z to the south), and how large it is. */
export interface Place {
  x: number;
  z: number;
  size: number;
}

const SIZES = [0.56, 0.44, 0.315] as const;
const DIAMOND_SIZE = 0.62;
const PITCHES = [0, 0.505, 0.35] as const;
const LETTER_COLUMN = 0.34;

/** The places of a card's symbols: a column, moved aside if a letter stands beside it. */
export function symbolPlaces(shape: ShapeWord, count: number, isMarked: boolean): Place[] {
  const i = Math.min(Math.max(count, 1), 3) - 1;
  // Diamonds are so low that three of them have room in full length.
  const plain = shape === "diamond" ? DIAMOND_SIZE : SIZES[i]!;
  const size = isMarked ? Math.min(plain, 0.38) : plain;
  return Array.from({ length: count }, (_, row) => ({
    x: isMarked ? LETTER_COLUMN / 2 : 0,
    z: (row - (count - 1) / 2) * PITCHES[i]!,
    size,
  }));
}

/** The place of the letter that names a card's colour. */
export function letterPlace(): Place {
  return { x: -(CARD.width - LETTER_COLUMN) / 2 + 0.02, z: 0, size: 0.4 };
}
