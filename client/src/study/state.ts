import { isConflict, RequestError, wordsOf } from "../requests";
import type { VisitShown } from "../protocol";

/** What the page of a study shows. */
export interface VisitState {
  /** Coming, taking part, only looking, going on in another window, or not let in. */
  phase: "coming" | "here" | "preview" | "elsewhere" | "refused";
  stage: VisitShown | null;
  /** Of the study. */
  title: string;
  /** Whether an answer is under way. */
  isSending: boolean;
  /** Why the server has not answered yet. */
  trouble: string;
  /** What there is to say about the step, in a sentence. */
  notice: string;
  /** Why nobody is let in: the status of the answer, and the reason. */
  refusal: { status: number | null; words: string } | null;
}

/** What can change the page of a study. */
export type VisitEvent =
  | { kind: "previewed"; title: string }
  | { kind: "shown"; stage: VisitShown; notice?: string }
  | { kind: "sending" }
  | { kind: "trouble"; words: string }
  /** The server refused an answer, or to say where the visit stands. */
  | { kind: "refused"; error: unknown; isAnswer: boolean };

/** A page before anything was heard. */
export const COMING: VisitState = {
  phase: "coming",
  stage: null,
  title: "",
  isSending: false,
  trouble: "",
  notice: "",
  refusal: null,
};

/** The page after an event. */
export function reduce(state: VisitState, event: VisitEvent): VisitState {
  const rest = { ...state, isSending: false, trouble: "" };
  switch (event.kind) {
    case "previewed":
      return { ...rest, phase: "preview", title: event.title };
    case "shown":
      return { ...rest, ...shown(state, event.stage, event.notice) };
    case "sending":
      return { ...state, isSending: true, notice: "" };
    case "trouble":
      return { ...state, trouble: event.words };
    case "refused":
      return { ...rest, ...refused(event.error, event.isAnswer) };
  }
}

/** Whether both are the same step, and the same try, game or task of it. */
export function isSameStep(one: VisitShown, other: VisitShown): boolean {
  return one.step === other.step && (one.round ?? 0) === (other.round ?? 0);
}

function shown(state: VisitState, stage: VisitShown, notice?: string): Partial<VisitState> {
  const isSame = state.stage !== null && isSameStep(state.stage, stage);
  const said = notice ?? (isSame ? state.notice : "");
  return { phase: "here", stage, title: stage.title, notice: said, refusal: null };
}

function refused(error: unknown, isAnswer: boolean): Partial<VisitState> {
  const status = error instanceof RequestError ? error.status : null;
  const words = wordsOf(error);
  if (isConflict(error) && !isAnswer) return { phase: "elsewhere" };
  if (isAnswer && status !== 404 && status !== 410) return { notice: words };
  return { phase: "refused", refusal: { status, words } };
}
