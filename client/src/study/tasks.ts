import { distanceBetween, neighbourOf } from "../scene/grid";
import { TILES, WIDTH, type BoardShown, type Plan, type Situation } from "../protocol";
import { cardWords } from "../sentences";
import { wayWords } from "../board-words";

/** Cards to be taken or put back, in order, and where the follower ends, if that matters. */
export interface Marks {
  cards: readonly number[];
  cell: number | null;
}

/** A sign over a cell of a board. */
export interface Sign {
  cell: number;
  label: string;
  kind: "card" | "cell";
}

/** A board as a game would show it in which nothing happens. */
export function stillLife({ leader, follower, cards }: BoardShown): Situation {
  return {
    leader,
    follower,
    cards,
    turn: "leader",
    steps_left: 0,
    score: 0,
    seconds_left: 0,
    is_clock_running: false,
  };
}

/** The marks after a cell was chosen: cards are marked in their order, other cells as the end. */
export function toggled(board: BoardShown, marks: Marks, cell: number): Marks {
  if (board.cards.some((card) => card.cell === cell)) {
    const others = marks.cards.filter((marked) => marked !== cell);
    const isNew = others.length === marks.cards.length;
    return { ...marks, cards: isNew ? [...others, cell] : others };
  }
  return { ...marks, cell: marks.cell === cell ? null : cell };
}

/** The signs of marks: numbers over cards, a flag where the follower ends. */
export function signsOf({ cards, cell }: Marks): Sign[] {
  const numbered = cards.map((card, index) => ({
    cell: card,
    label: String(index + 1),
    kind: "card" as const,
  }));
  return cell === null ? numbered : [...numbered, { cell, label: "⚑", kind: "cell" }];
}

/** Marks as rings around their cells. */
export function ringsOf({ cards, cell }: Marks): Plan {
  return {
    goals: Object.fromEntries(cards.map((card) => [card, 1])),
    avoid: cell === null ? {} : { [cell]: 1 },
  };
}

/** A cell in words: what lies there, where it is from the follower, and how it is marked. */
export function cellWords(board: BoardShown, marks: Marks, cell: number): string {
  const card = board.cards.find((it) => it.cell === cell);
  const what = card ? cardWords(card) : (TILES[board.tiles[cell] ?? -1]?.words ?? "nothing");
  const number = marks.cards.indexOf(cell) + 1;
  const marked = number > 0 ? `, marked as ${number}` : marks.cell === cell ? ", the end" : "";
  return `${what}${marked}: ${wayWords(board.follower, cell)} of the follower`;
}

/** The cell to which an arrow key leads from another; the same at the edge of the board. */
export function besides(cell: number, key: string): number {
  const isOdd = Math.floor(cell / WIDTH) % 2 === 1;
  const heading = { ArrowRight: 1, ArrowLeft: 4, ArrowUp: isOdd ? 5 : 0, ArrowDown: isOdd ? 3 : 2 }[
    key
  ];
  const next = heading === undefined ? -1 : neighbourOf(cell, heading);
  return next < 0 ? cell : next;
}

/** The cards of a board, the nearest to the follower first. */
export function nearestCards({ cards, follower }: BoardShown): BoardShown["cards"] {
  const far = (cell: number): number => distanceBetween(follower.cell, cell);
  return [...cards].sort((a, b) => far(a.cell) - far(b.cell));
}
