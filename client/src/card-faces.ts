import type { CardShown, ColourWord, ShapeWord } from "./protocol";

/** What a card looks like, wherever it lies. */
export type Face = Pick<CardShown, "count" | "colour" | "shape">;

/** The size of a card. */
export const CARD = { width: 82, height: 108 } as const;

/** The colours of symbols. */
export const SYMBOL_COLOURS: Record<ColourWord, string> = {
  blue: "#407aff",
  green: "#3cb44b",
  pink: "#f032e6",
  red: "#be1841",
  yellow: "#ffe119",
  black: "#0d0d0f",
  orange: "#f58231",
};

/** The letters that tell the colours apart without seeing them. */
export const COLOUR_LETTERS: Record<ColourWord, string> = {
  blue: "B",
  green: "G",
  pink: "P",
  red: "R",
  yellow: "Y",
  black: "K",
  orange: "O",
};

/** The outlines of symbols, in a square from -10 to 10; the diamond, mostly called a stripe, is longer. */
export const SYMBOL_PATHS: Record<ShapeWord, string> = {
  cube: "M-8-8H8V8H-8z",
  diamond: "M-14 0 0-3.600 14 0 0 3.600z",
  heart: "M0 9C-13-1-9-9-4.500-9-2-9-.5-7.500 0-5.500.5-7.500 2-9 4.500-9 9-9 13-1 0 9z",
  plus: "M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3z",
  star: "M0-10 2.900-3.600 9.800-2.900 4.600 1.700 6.100 8.500 0 5-6.100 8.500-4.600 1.700-9.800-2.900-2.900-3.600z",
  triangle: "M0-9 9 8H-9z",
  torus: "M0-9A9 9 0 1 0 0 9 9 9 0 1 0 0-9zM0-4A4 4 0 1 1 0 4 4 4 0 1 1 0-4z",
};

/** The colour of a symbol's thin rim. */
export const RIM = "rgb(0 0 0 / 0.75)";

/** How large one, two or three symbols are. */
const SCALES = [3, 2.4, 1.75] as const;
/** Diamonds are so low that three of them have room in full length. */
const DIAMOND_SCALE = 2.4;
const MARKED_SCALE = { symbol: 2, diamond: 1.45 };
const PITCHES = [0, 51, 36] as const;
const LETTER_COLUMN = 34;

/** Where the middle of something is on its card, and how large it is. */
export interface Place {
  x: number;
  y: number;
  scale: number;
}

/** The places of a card's symbols: a column, moved aside if a letter stands beside it. */
export function symbolPlaces({ count, shape }: Face, isMarked: boolean): Place[] {
  const isLong = shape === "diamond";
  const plain = isLong ? DIAMOND_SCALE : SCALES[count - 1]!;
  const most = isLong ? MARKED_SCALE.diamond : MARKED_SCALE.symbol;
  return Array.from({ length: count }, (_, row) => ({
    x: (CARD.width + (isMarked ? LETTER_COLUMN : 0)) / 2,
    y: CARD.height / 2 + (row - (count - 1) / 2) * PITCHES[count - 1]!,
    scale: isMarked ? Math.min(plain, most) : plain,
  }));
}

/** The place of the letter that names a card's colour; its scale is the height of its font. */
export const LETTER_PLACE: Place = { x: LETTER_COLUMN / 2 + 2, y: CARD.height / 2, scale: 44 };
