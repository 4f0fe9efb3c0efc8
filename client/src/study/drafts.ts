import { recallInTab, rememberInTab } from "../storage";

/** The step for which something is being written or chosen. */
export interface DraftPlace {
  /** The visit's token. */
  visit: string;
  step: string;
  round: number;
}

type Drafts = Record<string, unknown>;

const PLACE = "cerealbar.drafts.";

/** What was written or chosen at a step before the page was loaded anew; empty if nothing was. */
export function recallDraft<Draft extends object>(at: DraftPlace): Partial<Draft> {
  const found = draftsOf(at.visit)[nameOf(at)];
  return typeof found === "object" && found !== null ? found : {};
}

/** Keeps what is written or chosen at a step. */
export function keepDraft(at: DraftPlace, draft: object): void {
  keep(at.visit, { ...draftsOf(at.visit), [nameOf(at)]: draft });
}

/** Forgets what was written at a step that is done. */
export function forgetDraft(at: DraftPlace): void {
  const others = Object.entries(draftsOf(at.visit)).filter(([name]) => name !== nameOf(at));
  keep(at.visit, Object.fromEntries(others));
}

/** Hands all on to the token with which the same visit goes on. */
export function moveDrafts(from: string, to: string): void {
  if (from === to) return;
  keep(to, draftsOf(from));
  rememberInTab(PLACE + from, null);
}

function nameOf({ step, round }: DraftPlace): string {
  return `${step}/${round}`;
}

function keep(visit: string, drafts: Drafts): void {
  const isEmpty = Object.keys(drafts).length === 0;
  rememberInTab(PLACE + visit, isEmpty ? null : JSON.stringify(drafts));
}

function draftsOf(visit: string): Drafts {
  try {
    const found: unknown = JSON.parse(recallInTab(PLACE + visit) ?? "{}");
    return typeof found === "object" && found !== null ? { ...found } : {};
  } catch {
    return {};
  }
}
