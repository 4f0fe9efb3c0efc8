import { personKey } from "../person";
import type { AnswerStep, EnterStudy, Reply, VisitShown, VisitGiven } from "../protocol";
import { answerStep, askVisit, enterStudy, isConflict, wordsOf } from "../requests";
import { recallInTab, rememberInTab } from "../storage";
import { forgetDraft, moveDrafts, type DraftPlace } from "./drafts";
import { insist, type Patience } from "./retry";
import { COMING, isSameStep, reduce, type VisitEvent, type VisitState } from "./state";

/** Who answers for a study. */
export interface StudyServer {
  enter: (coming: EnterStudy) => Promise<VisitGiven>;
  ask: (token: string) => Promise<VisitShown>;
  answer: (answer: AnswerStep) => Promise<VisitShown>;
}

/** What the address said after its question mark. */
export type Link = Record<string, string>;

const SERVER: StudyServer = { enter: enterStudy, ask: askVisit, answer: answerStep };
const LINK_PLACE = "cerealbar.study-link.";
const WENT_ON = "You went on in another window. This is where you are now.";

/** One person's visit to a study: where it stands, and how it goes on. */
export class Visit {
  state = $state.raw<VisitState>(COMING);
  #token: string | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #hurry = (): void => undefined;
  /** How often something was asked: what was asked before that no longer counts. */
  #asked = 0;

  constructor(
    private readonly study: string,
    private readonly onEntered: (token: string) => void,
    private readonly server: StudyServer = SERVER,
  ) {
    window.addEventListener("online", this.#onOnline);
  }

  get token(): string | null {
    return this.#token;
  }

  /** What the address said with which somebody came, in this tab. */
  get link(): Link {
    return linkOf(this.study);
  }

  /** Where what is written at the current step is kept. */
  get draftPlace(): DraftPlace | null {
    const { stage } = this.state;
    if (this.#token === null || stage === null) return null;
    return { visit: this.#token, step: stage.step, round: stage.round ?? 0 };
  }

  /** Comes with the token of an earlier page, or with a link for the first time. */
  async come(token: string | null, link: Link): Promise<void> {
    if (token !== null && token === this.#token) return;
    this.#token = token;
    if (token !== null) await this.ask();
    else await this.#enter(link);
  }

  /** Goes on in this window, after another has. */
  async goOnHere(): Promise<void> {
    await this.#enter(this.link);
  }

  /** Asks where the visit stands. */
  async ask(notice?: string): Promise<void> {
    const token = this.#token;
    if (token === null || this.state.isSending) return;
    await this.#hear(() => this.server.ask(token), notice);
  }

  /** Goes on from the current step; a second click while the first is under way does nothing. */
  async answer(reply: Reply): Promise<void> {
    const [{ stage, isSending }, place] = [this.state, this.draftPlace];
    if (stage === null || place === null || isSending) return;
    this.#change({ kind: "sending" });
    const { visit: token, step, round } = place;
    let tries = 0;
    try {
      const next = await this.#insist(() => {
        tries += 1;
        return this.server.answer({ token, step, round, reply });
      });
      forgetDraft(place);
      this.#change({ kind: "shown", stage: next, notice: "" });
    } catch (error) {
      this.#change({ kind: "refused", error, isAnswer: true });
      if (isConflict(error)) await this.#catchUp(stage, tries > 1 ? "" : WENT_ON, wordsOf(error));
    }
  }

  close(): void {
    window.removeEventListener("online", this.#onOnline);
    clearTimeout(this.#waiting);
    this.#asked += 1;
  }

  /** Shows where the visit stands after an answer that came too late, or twice after a lost one. */
  async #catchUp(before: VisitShown, notice: string, reason: string): Promise<void> {
    await this.ask(notice);
    const { stage, phase } = this.state;
    if (phase === "here" && stage !== null && isSameStep(before, stage))
      this.#change({ kind: "shown", stage, notice: reason });
  }

  async #enter(link: Link): Promise<void> {
    const before = this.#token;
    try {
      const coming = { study: this.study, link, person: personKey() };
      const given = await this.#insist(() => this.server.enter(coming));
      if (given.is_preview) {
        this.#change({ kind: "previewed", title: given.title ?? "" });
        return;
      }
      rememberInTab(LINK_PLACE + this.study, JSON.stringify(link));
      if (before !== null) moveDrafts(before, given.token);
      this.#token = given.token;
      this.onEntered(given.token);
      await this.ask();
    } catch (error) {
      this.#change({ kind: "refused", error, isAnswer: false });
    }
  }

  async #hear(ask: () => Promise<VisitShown>, notice?: string): Promise<void> {
    const number = ++this.#asked;
    let event: VisitEvent;
    try {
      event = { kind: "shown", stage: await this.#insist(ask), notice };
    } catch (error) {
      event = { kind: "refused", error, isAnswer: false };
    }
    if (number === this.#asked && !this.state.isSending) this.#change(event);
  }

  #insist<Given>(ask: () => Promise<Given>): Promise<Given> {
    const patience: Patience = {
      wait: (milliseconds) => this.#wait(milliseconds),
      onTrouble: (words) => this.#change({ kind: "trouble", words }),
    };
    return insist(ask, patience);
  }

  /** Waits, but no longer than until the network is back; for ever once the page is left. */
  #wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.#hurry = resolve;
      clearTimeout(this.#waiting);
      this.#waiting = setTimeout(resolve, milliseconds);
    });
  }

  #onOnline = (): void => this.#hurry();

  #change(event: VisitEvent): void {
    this.state = reduce(this.state, event);
  }
}

/** The link with which somebody came to a study in this tab. */
function linkOf(study: string): Link {
  const kept = recallInTab(LINK_PLACE + study);
  return kept === null ? {} : (JSON.parse(kept) as Link);
}
