/** The kinds of plan that can be laid over the board, with the colours of their heat and in words. */
export const PLAN_LAYERS = {
  trajectory: { colour: "#2f7bff", words: "Way it will take" },
  goals: { colour: "#ffb000", words: "Cards to toggle" },
  avoid: { colour: "#c026d3", words: "Cards to leave alone" }, // red is for selected cards that clash
  blocked: { colour: "#3a2a4d", words: "Cells it cannot enter" },
} as const;

/** A kind of plan. */
export type PlanLayer = keyof typeof PLAN_LAYERS;
