import { TILES, UNSEEN, type PoseShown, type SeatWord, type Situation } from "./protocol";
import { distanceBetween, neighbourOf, sideOf } from "./scene/grid";
import { cardWords } from "./sentences";

/** The board for those who cannot see it: no more than the seat is sent. */
export interface BoardWords {
  /** Where one is; said aloud when it changes. */
  here: string;
  cards: string[];
  landmarks: string[];
}

const HEADINGS = ["north-east", "east", "south-east", "south-west", "west", "north-west"];
const AROUND = ["ahead", "ahead right", "behind right", "behind", "behind left", "ahead left"];
const MOST_LANDMARKS = 12;
const PLAIN = new Set(["grass", "tuft of grass"]);

/** What a seat knows of the board, in words. */
export function boardWords(
  seat: SeatWord,
  situation: Situation,
  tiles: readonly number[],
): BoardWords {
  const { leader, follower } = situation;
  const own = seat === "follower" ? follower : (leader ?? follower);
  const other = seat === "follower" ? leader : follower;
  const name = seat === "follower" ? "The leader" : "The follower";
  const whose = seat === "watcher" ? "The leader stands" : "You stand";
  const cards = [...situation.cards]
    .sort((a, b) => distanceBetween(own.cell, a.cell) - distanceBetween(own.cell, b.cell))
    .map((card) => {
      const selected = card.is_selected ? ", selected" : "";
      const fromOther =
        seat !== "follower" && other ? `; from the follower ${wayWords(other, card.cell)}` : "";
      return `${cardWords(card)}${selected}: ${wayWords(own, card.cell)}${fromOther}`;
    });
  const where = other
    ? ` ${name} is ${wayWords(own, other.cell)}, facing ${HEADINGS[other.heading] ?? ""}.`
    : "";
  return {
    here: `${whose} on ${tileWords(tiles[own.cell])}, facing ${HEADINGS[own.heading] ?? ""}. ${aheadWords(own, situation, tiles)}${where}`,
    cards,
    landmarks: landmarksOf(own, tiles),
  };
}

/** How far and on which side a cell lies. */
export function wayWords(pose: PoseShown, cell: number): string {
  const cells = distanceBetween(pose.cell, cell);
  if (cells === 0) return "right here";
  const side = sideOf(pose.cell, pose.heading, cell);
  const hand = side > 0 ? "right" : "left";
  const far = `${cells} ${cells === 1 ? "cell" : "cells"}`;
  if (Math.abs(side) <= 5) return `${far} ahead`;
  if (Math.abs(side) >= 175) return `${far} behind`;
  return `${far}, ${Math.abs(side)} degrees to the ${hand}`;
}

function aheadWords(own: PoseShown, { cards }: Situation, tiles: readonly number[]): string {
  const parts = [0, 1, 5, 3].map((turn) => {
    const cell = neighbourOf(own.cell, (own.heading + turn) % 6);
    const card = cards.find((it) => it.cell === cell);
    const what = cell < 0 ? "the edge" : card ? cardWords(card) : tileWords(tiles[cell]);
    return `${AROUND[turn] ?? ""} ${what}`;
  });
  const words = parts.join(", ");
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}.`;
}

function landmarksOf(own: PoseShown, tiles: readonly number[]): string[] {
  return tiles
    .flatMap((code, cell) => (isNotable(code) ? [{ cell, code }] : []))
    .sort((a, b) => distanceBetween(own.cell, a.cell) - distanceBetween(own.cell, b.cell))
    .filter(({ code }, index, all) => all.findIndex((it) => isAlike(it.code, code)) === index)
    .slice(0, MOST_LANDMARKS)
    .map(({ cell, code }) => `${tileWords(code)}: ${wayWords(own, cell)}`);
}

function isNotable(code: number): boolean {
  const tile = TILES[code];
  return tile !== undefined && !PLAIN.has(tile.words);
}

function isAlike(a: number, b: number): boolean {
  return TILES[a]?.words === TILES[b]?.words;
}

function tileWords(code: number | undefined): string {
  if (code === undefined || code === UNSEEN) return "what you do not see";
  return TILES[code]?.words ?? "nothing";
}
