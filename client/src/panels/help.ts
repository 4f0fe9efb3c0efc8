import type { ColourWord, SeatWord, ShapeWord } from "../protocol";

/** The colours in the order of a rainbow, so that neighbours can be told apart. */
export const COLOUR_ORDER: readonly ColourWord[] = [
  "red",
  "orange",
  "yellow",
  "green",
  "blue",
  "pink",
  "black",
];

/** What else players call the shapes that have more than one name. */
export const SHAPE_NICKNAMES: Partial<Record<ShapeWord, string>> = {
  cube: "box",
  torus: "circle",
  diamond: "stripe",
};

type KeyHelp = readonly [readonly string[], string];

const WALKING: readonly KeyHelp[] = [
  [["↑", "↓"], "walk forward or backward"],
  [["←", "→"], "turn left or right"],
];
const LEADING: readonly KeyHelp[] = [
  [["T", "/"], "write an instruction"],
  [["Enter"], "send it"],
  [["Esc"], "stop writing"],
  [["Tab"], "end your turn as leader; Shift + Tab always moves the focus"],
  [["C"], "change the camera: tilted or overhead"],
];
const FOLLOWING: readonly KeyHelp[] = [[["Enter", "D"], "done with this instruction, as follower"]];
const ANYWHERE: readonly KeyHelp[] = [
  [["+", "−", "0"], "zoom in, zoom out, show all"],
  [["M"], "sound on or off"],
  [["H", "?"], "this help"],
];

/** The keys that a seat can use; those of both players before a seat is taken. */
export function keyHelp(seat: SeatWord | null): readonly KeyHelp[] {
  switch (seat) {
    case "leader":
      return [...WALKING, ...LEADING, ...ANYWHERE];
    case "follower":
      return [...WALKING, ...FOLLOWING, ...ANYWHERE];
    case "watcher":
      return [[["C"], "change the camera"], ...ANYWHERE];
    case null:
      return [...WALKING, ...LEADING, ...FOLLOWING, ...ANYWHERE];
  }
}
