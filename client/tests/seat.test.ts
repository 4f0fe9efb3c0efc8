import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Cue } from "../src/cues";
import type { ActionWord, FromServer } from "../src/protocol";
import type { SceneChange } from "../src/scenery";
import { Seat } from "../src/seat.svelte";
import { room, situation, update, welcome } from "./samples";

class FakeSocket {
  static last: FakeSocket;
  sent: { type: string; action?: ActionWord; id?: number }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    FakeSocket.last = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }

  close(): void {
    this.onclose?.();
  }

  say(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const location = { protocol: "http:", host: "here" };
const acting = situation({ legal: ["forward", "left", "right"] });
let seat: Seat;
let cues: Cue[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location }));
  cues = [];
  seat = new Seat("secret", (cue) => cues.push(cue));
  FakeSocket.last.onopen?.();
});

afterEach(() => {
  seat.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const actions = (): (ActionWord | undefined)[] =>
  FakeSocket.last.sent.filter((message) => message.type === "act").map((message) => message.action);

describe("a seat", () => {
  test("ends the turn after the instruction that is under way", async () => {
    FakeSocket.last.say(welcome("leader", situation({ can_instruct: true })));
    expect(seat.canEnd).toBe(false);
    const sent = seat.instruct("go left");
    expect(seat.canEnd).toBe(true);
    seat.press("done");
    expect(actions()).toEqual([]);
    const after = situation({ can_instruct: true, legal: ["done"] });
    FakeSocket.last.say({ ...update([], after), id: 1 });
    expect((await sent).kind).toBe("accepted");
    await vi.advanceTimersByTimeAsync(60);
    expect(actions()).toEqual(["done"]);
  });

  test("says that the game may begin at once, unless the person is new here", () => {
    expect(FakeSocket.last.sent[0]).toMatchObject({ type: "hello", is_ready: false });
    const localStorage = { getItem: () => "yes", setItem: () => undefined };
    vi.stubGlobal("window", Object.assign(new EventTarget(), { localStorage, location }));
    const known = new Seat("secret");
    FakeSocket.last.onopen?.();
    expect(FakeSocket.last.sent[0]).toMatchObject({ type: "hello", is_ready: true });
    known.close();
  });

  test("sends only what the server lists, and says why it does not", () => {
    FakeSocket.last.say(welcome("leader", acting));
    seat.press("backward");
    expect(actions()).toEqual([]);
    expect(seat.page.lines.at(-1)?.text).toBe("You cannot go there.");
    expect(cues).toEqual(["bump"]);
  });

  test("sends the next step when the one before was answered", async () => {
    FakeSocket.last.say(welcome("leader", acting));
    seat.press("forward");
    seat.press("left");
    expect(actions()).toEqual(["forward"]);
    FakeSocket.last.say({ ...update([], acting), id: 1 });
    await vi.advanceTimersByTimeAsync(50);
    expect(actions()).toEqual(["forward", "left"]);
  });

  test("tells the scene of every update, also of two at once", () => {
    const changes: SceneChange[] = [];
    FakeSocket.last.say(welcome("leader", acting));
    seat.scenery.subscribe((change) => changes.push(change));
    FakeSocket.last.say(update([{ type: "step", by: "leader", action: "left" }], acting));
    FakeSocket.last.say(update([{ type: "step", by: "leader", action: "right" }], acting));
    expect(changes.map((change) => change.isInstant)).toEqual([true, false, false]);
    expect(changes[0]?.tiles).toHaveLength(625);
  });

  test("sounds when the partner has come and the game begins", () => {
    FakeSocket.last.say({ ...welcome("leader", acting), room: room({ status: "waiting" }) });
    FakeSocket.last.say(room({ status: "playing" }));
    expect(cues).toEqual(["your-turn"]);
  });

  test("sounds once when the time runs out", () => {
    FakeSocket.last.say(welcome("leader", situation({ seconds_left: 16 })));
    vi.advanceTimersByTime(5000);
    expect(cues).toEqual(["hurry"]);
  });
});
