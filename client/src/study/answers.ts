import type { ItemAsked } from "../protocol";

/** What somebody takes the partner for, as far as it was said. */
export interface GuessDraft {
  guess?: "person" | "program" | "not-sure";
  /** 1 to 5. */
  sure?: number;
}

/** What is typed or chosen for an item. */
export type ItemDraft = string | number | string[] | GuessDraft;

/** What is typed or chosen, by the ids of the items. */
export type AnswersDraft = Partial<Record<string, ItemDraft>>;

/** The answers to send: without those that were left out. */
export function answersIn(
  items: readonly ItemAsked[],
  drafts: AnswersDraft,
): Record<string, unknown> {
  const given = items.map(({ id }) => [id, answerIn(drafts[id])] as const);
  return Object.fromEntries(given.filter(([, answer]) => answer !== null));
}

/** The items that hold up going on: required ones without an answer, and half answers. */
export function missingIn(items: readonly ItemAsked[], drafts: AnswersDraft): ItemAsked[] {
  return items.filter((item) => {
    const draft = drafts[item.id];
    return isHalf(draft) || (item.is_required && answerIn(draft) === null);
  });
}

/** Whether it was said who the partner was, but not how sure that is. */
export function isHalf(draft: ItemDraft | undefined): boolean {
  return isGuess(draft) && isChosen(draft) && draft.sure === undefined;
}

/** Which questions have no answer yet, in a sentence; empty if all have. */
export function missingWords(numbers: readonly number[]): string {
  if (numbers.length === 0) return "";
  if (numbers.length === 1) return `Question ${numbers[0]!} has no answer yet.`;
  const last = numbers.at(-1)!;
  return `Questions ${numbers.slice(0, -1).join(", ")} and ${last} have no answer yet.`;
}

function answerIn(draft: ItemDraft | undefined): unknown {
  if (draft === undefined || draft === "") return null;
  if (typeof draft === "string") return draft.trim() ? draft : null;
  if (Array.isArray(draft)) return draft.length > 0 ? draft : null;
  if (!isGuess(draft)) return draft;
  if (draft.guess === undefined) return null;
  return isChosen(draft) ? { guess: draft.guess, sure: draft.sure } : { guess: draft.guess };
}

function isGuess(draft: ItemDraft | undefined): draft is GuessDraft {
  return typeof draft === "object" && !Array.isArray(draft);
}

function isChosen({ guess }: GuessDraft): boolean {
  return guess === "person" || guess === "program";
}
