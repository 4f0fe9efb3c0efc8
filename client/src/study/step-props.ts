import type { Reply, Shown } from "../protocol";
import type { DraftPlace } from "./drafts";

/** What the page of a step gets. */
export interface StepProps<Kind extends Shown["type"]> {
  shown: Extract<Shown, { type: Kind }>;
  /** Where what is written at the step is kept. */
  place: DraftPlace;
  /** Whether an answer is under way. */
  isSending: boolean;
  onanswer: (reply: Reply) => void;
}
