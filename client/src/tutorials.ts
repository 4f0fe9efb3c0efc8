import type { Situation, TutorialShown } from "./protocol";

/** The cells of the cards in view at which a tutorial points. */
export function pointedCells(situation: Situation, tutorial: TutorialShown | null): number[] {
  const face = tutorial?.card;
  if (!face) return [];
  return situation.cards
    .filter(
      ({ count, colour, shape }) =>
        count === face.count && colour === face.colour && shape === face.shape,
    )
    .map(({ cell }) => cell);
}
