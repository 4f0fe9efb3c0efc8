/** Which things a camera shows, by layer: everything has one of these. */
export const LAYER = {
  world: 0,
  /** What only those see who see the whole board: arrows, locators, plans, the board's shadow. */
  markers: 1,
  /** The lines between cells, which only the follower sees. */
  lines: 2,
  /** The follower itself, which its own eyes do not see. */
  follower: 3,
} as const;
