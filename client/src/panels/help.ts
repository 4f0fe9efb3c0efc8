import type { ColourWord, RulesShown, SeatWord, ShapeWord } from "../protocol";

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
const CANCELLING: KeyHelp = [["X"], "cancel the instructions that wait, as leader"];
const THUMBS: KeyHelp = [["Y", "N"], "thumbs up or down for the follower, as leader"];
const FOLLOWING: readonly KeyHelp[] = [
  [["Enter", "D"], "done with this instruction, as follower"],
  [["G"], "give it up, as follower"],
];
const REMARKS: KeyHelp = [["R"], "say something to the leader, as follower"];
const ANYWHERE: readonly KeyHelp[] = [
  [["+", "−", "0"], "zoom in, zoom out, show all"],
  [["M"], "sound on or off"],
  [["H", "?"], "this help"],
];

/** The keys that a seat can use by its rules; those of both players before a seat is taken. */
export function keyHelp(seat: SeatWord | null, rules: RulesShown | null): readonly KeyHelp[] {
  const leading = [...LEADING];
  if ((rules?.cancelling ?? "never") !== "never") leading.push(CANCELLING);
  if (rules?.thumbs) leading.push(THUMBS);
  const following = rules?.remarks ? [...FOLLOWING, REMARKS] : FOLLOWING;
  switch (seat) {
    case "leader":
      return [...WALKING, ...leading, ...ANYWHERE];
    case "follower":
      return [...WALKING, ...following, ...ANYWHERE];
    case "watcher":
      return [[["C"], "change the camera"], ...ANYWHERE];
    case null:
      return [...WALKING, ...leading, ...following, ...ANYWHERE];
  }
}
