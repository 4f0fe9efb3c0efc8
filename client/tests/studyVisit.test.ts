import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AnswerStep, EnterStudy, VisitShown } from "../src/protocol";
import { RequestError } from "../src/requests";
import { keepDraft, recallDraft } from "../src/study/drafts";
import { COMING, reduce } from "../src/study/state";
import { Visit, type StudyServer } from "../src/study/visit.svelte";
import { tabStorage } from "./tab-storage";

const refusal = (status: number | null, words = "No."): RequestError =>
  new RequestError(words, status);

function stage(step: string, changes: Partial<VisitShown> = {}): VisitShown {
  const shown = { type: "text" as const, html: "" };
  return { study: "pilot", title: "A pilot", step, number: 1, of: 3, shown, ...changes };
}

/** A server that answers with what it is given, in order; errors are thrown. */
class ScriptedServer implements StudyServer {
  entered: EnterStudy[] = [];
  answered: AnswerStep[] = [];
  asked: string[] = [];
  constructor(private readonly script: (VisitShown | Error | string | { preview: string })[]) {}

  enter = (coming: EnterStudy) => {
    this.entered.push(coming);
    const next = this.#next();
    if (typeof next === "object" && "preview" in next)
      return Promise.resolve({ token: "", is_preview: true, title: next.preview });
    return Promise.resolve({ token: next as string });
  };
  ask = (token: string) => {
    this.asked.push(token);
    return Promise.resolve().then(() => this.#next() as VisitShown);
  };
  answer = (answer: AnswerStep) => {
    this.answered.push(answer);
    return Promise.resolve().then(() => this.#next() as VisitShown);
  };

  #next() {
    const next = this.script.shift();
    if (next === undefined) throw new Error("the script is over");
    if (next instanceof Error) throw next;
    return next;
  }
}

let visit: Visit;
let server: ScriptedServer;
let entered: string[];

function begin(...script: ConstructorParameters<typeof ScriptedServer>[0]): void {
  server = new ScriptedServer(script);
  entered = [];
  visit = new Visit("pilot", (token) => entered.push(token), server);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", Object.assign(new EventTarget(), tabStorage()));
});

afterEach(() => {
  visit.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = (): string | undefined => visit.state.stage?.step;

describe("coming to a study", () => {
  test("enters with the link, and tells the token that was given", async () => {
    begin("t1", stage("consent"));
    await visit.come(null, { PROLIFIC_PID: "5f" });
    expect(server.entered[0]).toMatchObject({ study: "pilot", link: { PROLIFIC_PID: "5f" } });
    expect([entered, at(), visit.state.phase]).toEqual([["t1"], "consent", "here"]);
  });

  test("asks only, with a token", async () => {
    begin(stage("quiz"));
    await visit.come("t1", {});
    await visit.come("t1", {});
    expect([server.asked, server.entered, at()]).toEqual([["t1"], [], "quiz"]);
  });

  test("is looking only in a preview", async () => {
    begin({ preview: "A pilot" });
    await visit.come(null, {});
    expect(visit.state).toMatchObject({ phase: "preview", title: "A pilot", stage: null });
    expect(entered).toEqual([]);
  });

  test("tells why nobody is let in", async () => {
    begin(refusal(410, "The study is closed."));
    await visit.come("t1", {});
    const refused = { status: 410, words: "The study is closed." };
    expect(visit.state).toMatchObject({ phase: "refused", refusal: refused });
  });
});

describe("a server that does not answer", () => {
  test("is asked again until it does, less and less often, and the page says so", async () => {
    begin(refusal(null, "Nobody there."), refusal(503), refusal(429), stage("quiz"));
    const coming = visit.come("t1", {});
    await vi.advanceTimersByTimeAsync(0);
    expect(visit.state.trouble).toBe("Nobody there. Trying again …");
    await vi.advanceTimersByTimeAsync(499);
    expect(server.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1000 + 2000);
    await coming;
    expect([at(), visit.state.trouble]).toEqual(["quiz", ""]);
  });

  test("is asked at once when the network is back", async () => {
    begin(refusal(null), stage("quiz"));
    const coming = visit.come("t1", {});
    await vi.advanceTimersByTimeAsync(0);
    window.dispatchEvent(new Event("online"));
    await coming;
    expect(at()).toBe("quiz");
  });

  test("is not asked any more once the page is left", async () => {
    begin(refusal(null), stage("quiz"));
    void visit.come("t1", {});
    await vi.advanceTimersByTimeAsync(0);
    visit.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.asked).toHaveLength(1);
  });
});

describe("an answer", () => {
  const goOn = { type: "go-on" as const };

  test("is sent once, however often the button is pressed", async () => {
    begin(stage("a", { round: 2 }), stage("b"));
    await visit.come("t1", {});
    await Promise.all([visit.answer(goOn), visit.answer(goOn)]);
    expect(server.answered).toEqual([{ token: "t1", step: "a", round: 2, reply: goOn }]);
    expect([at(), visit.state.isSending]).toEqual(["b", false]);
  });

  test("forgets what was written at the step only when it has arrived", async () => {
    begin(stage("a"), refusal(400, "Too long."), stage("b"));
    await visit.come("t1", {});
    const place = visit.draftPlace!;
    keepDraft(place, { text: "typed" });
    await visit.answer(goOn);
    expect([at(), visit.state.notice, visit.state.isSending]).toEqual(["a", "Too long.", false]);
    expect(recallDraft(place)).toEqual({ text: "typed" });
    await visit.answer(goOn);
    expect([at(), visit.state.notice]).toEqual(["b", ""]);
    expect(recallDraft(place)).toEqual({});
  });

  test("that comes too late shows where the visit stands, with a sentence", async () => {
    begin(stage("a"), refusal(409), stage("c"));
    await visit.come("t1", {});
    await visit.answer(goOn);
    expect(at()).toBe("c");
    expect(visit.state.notice).toMatch(/another window/);
  });

  test("that arrived before the connection broke needs no sentence", async () => {
    begin(stage("a"), refusal(null), refusal(409), stage("b"));
    await visit.come("t1", {});
    const answering = visit.answer(goOn);
    await vi.advanceTimersByTimeAsync(500);
    await answering;
    expect([at(), visit.state.notice]).toEqual(["b", ""]);
  });

  test("that is refused at the same step says why", async () => {
    begin(stage("a"), refusal(409, "Too early."), stage("a"));
    await visit.come("t1", {});
    await visit.answer(goOn);
    expect([at(), visit.state.notice]).toEqual(["a", "Too early."]);
  });
});

describe("another window", () => {
  test("stops this one, which enters again with its link and keeps what was typed", async () => {
    begin("t1", stage("a"), refusal(409), refusal(409), "t2", stage("a"));
    await visit.come(null, { PROLIFIC_PID: "5f" });
    keepDraft(visit.draftPlace!, { text: "typed" });
    await visit.answer({ type: "go-on" });
    expect(visit.state.phase).toBe("elsewhere");
    await visit.goOnHere();
    expect([visit.state.phase, entered]).toEqual(["here", ["t1", "t2"]]);
    expect(server.entered[1]?.link).toEqual({ PROLIFIC_PID: "5f" });
    expect(recallDraft(visit.draftPlace!)).toEqual({ text: "typed" });
  });
});

describe("the page of a study", () => {
  test("keeps a sentence about a step as long as the step is the same", () => {
    const said = reduce(COMING, { kind: "shown", stage: stage("a"), notice: "Look." });
    expect(reduce(said, { kind: "shown", stage: stage("a") }).notice).toBe("Look.");
    expect(reduce(said, { kind: "shown", stage: stage("b") }).notice).toBe("");
    expect(reduce(said, { kind: "shown", stage: stage("a", { round: 1 }) }).notice).toBe("");
  });
});
