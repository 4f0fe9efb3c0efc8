import type { ColourWord, ShapeWord } from "../protocol";

/** The colours of card symbols. */
export const SYMBOL_COLOURS: Record<ColourWord, string> = {
  blue: "#407bff",
  green: "#3cb44b",
  pink: "#f032e6",
  red: "#be1841",
  yellow: "#ffe119",
  black: "#000000",
  orange: "#f58231",
};

/** The letters that tell the colours apart without seeing them, as on the board. */
export const COLOUR_LETTERS: Record<ColourWord, string> = {
  blue: "B",
  green: "G",
  pink: "P",
  red: "R",
  yellow: "Y",
  black: "K",
  orange: "O",
};

/** The outlines of card symbols, in a square from -10 to 10; the long diamond reaches beyond it. */
export const SYMBOL_PATHS: Record<ShapeWord, string> = {
  cube: "M-8-8H8V8H-8z",
  diamond: "M-14 0 0-3.600 14 0 0 3.600z",
  heart: "M0 9C-13-1-9-9-4.500-9-2-9-.5-7.500 0-5.500.5-7.500 2-9 4.500-9 9-9 13-1 0 9z",
  plus: "M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3z",
  star: "M0-10 2.900-3.600 9.800-2.900 4.600 1.700 6.100 8.500 0 5-6.100 8.500-4.600 1.700-9.800-2.900-2.900-3.600z",
  triangle: "M0-9 9 8H-9z",
  torus: "M0-9A9 9 0 1 0 0 9 9 9 0 1 0 0-9zM0-4A4 4 0 1 1 0 4 4 4 0 1 1 0-4z",
};
