import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { VERSION, type FromServer, type GoodbyeWord } from "../src/protocol";
import { Session, socketUrl, type Answer, type Link } from "../src/session";
import { situation, update, welcome } from "./samples";

class FakeSocket {
  static opened: FakeSocket[] = [];
  static get last(): FakeSocket {
    const socket = FakeSocket.opened.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  }

  sent: Record<string, unknown>[] = [];
  isClosed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.opened.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.isClosed = true;
  }

  say(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  greet(): void {
    this.onopen?.();
    this.say(welcome());
  }

  break(): void {
    this.onclose?.();
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const browser = new EventTarget();
let links: Link[];
let heard: FromServer[];
let session: Session;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", browser);
  page.visibilityState = "visible";
  FakeSocket.opened = [];
  links = [];
  heard = [];
  session = new Session("ws://here/socket", "secret", {
    onLink: (link) => links.push(link),
    onMessage: (message) => heard.push(message),
  });
});

afterEach(() => {
  session.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a session", () => {
  test("a refusal without a number answers the oldest request, so that none waits for ever", async () => {
    FakeSocket.last.onopen?.();
    FakeSocket.last.say(welcome());
    const first = session.ask({ type: "act", action: "left" });
    const second = session.ask({ type: "act", action: "right" });
    FakeSocket.last.say({ type: "refused", code: "too-fast", reason: "too many messages" });
    expect((await first).kind).toBe("refused");
    FakeSocket.last.say({ ...update([], situation()), id: 2 });
    expect((await second).kind).toBe("accepted");
    FakeSocket.last.say({ type: "refused", code: "malformed", reason: "nobody asked" });
  });

  test("says hello first, and is open when it is welcome", () => {
    FakeSocket.last.onopen?.();
    expect(FakeSocket.last.sent).toEqual([
      { type: "hello", version: VERSION, token: "secret", is_ready: true },
    ]);
    expect(links).toEqual([]);
    FakeSocket.last.say(welcome());
    expect(links).toEqual(["open"]);
    expect(heard).toHaveLength(1);
  });

  test("numbers requests and hands each its answer", async () => {
    FakeSocket.last.greet();
    const first = session.ask({ type: "act", action: "left" });
    const second = session.ask({ type: "act", action: "right" });
    expect(FakeSocket.last.sent.slice(1)).toEqual([
      { type: "act", action: "left", id: 1 },
      { type: "act", action: "right", id: 2 },
    ]);
    FakeSocket.last.say({ type: "refused", id: 2, code: "blocked", reason: "water" });
    FakeSocket.last.say({ ...update([], situation()), id: 1 });
    expect(await first).toEqual({ kind: "accepted" });
    expect(await second).toMatchObject({ kind: "refused", refused: { reason: "water" } });
  });

  test("comes back after 0.3 seconds, then waits twice as long, up to 5 seconds", () => {
    FakeSocket.last.greet();
    for (const wait of [300, 600, 1200, 2400, 4800, 5000, 5000]) {
      const opened = FakeSocket.opened.length;
      FakeSocket.last.break();
      vi.advanceTimersByTime(wait - 1);
      expect(FakeSocket.opened).toHaveLength(opened);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.opened).toHaveLength(opened + 1);
    }
    FakeSocket.last.greet();
    FakeSocket.last.break();
    vi.advanceTimersByTime(300);
    expect(FakeSocket.opened).toHaveLength(9);
    expect(links).toEqual(["open", "lost", "open", "lost"]);
  });

  test("requests that were under way are lost with the connection", async () => {
    FakeSocket.last.greet();
    const answer = session.ask({ type: "instruct", text: "go" });
    FakeSocket.last.break();
    expect(await answer).toEqual({ kind: "lost" } satisfies Answer);
    expect(await session.ask({ type: "act", action: "left" })).toEqual({ kind: "lost" });
  });

  test.each(["online", "visible"])("comes back at once when the page is %s again", (word) => {
    FakeSocket.last.greet();
    FakeSocket.last.break();
    if (word === "online") browser.dispatchEvent(new Event("online"));
    else page.dispatchEvent(new Event("visibilitychange"));
    expect(FakeSocket.opened).toHaveLength(2);
    vi.advanceTimersByTime(10_000);
    expect(FakeSocket.opened).toHaveLength(2);
  });

  test.each<GoodbyeWord>(["replaced", "unknown-token", "other-version"])(
    "stays away after %s",
    (code) => {
      FakeSocket.last.greet();
      FakeSocket.last.say({ type: "goodbye", code, reason: "why" });
      FakeSocket.last.break();
      vi.advanceTimersByTime(60_000);
      browser.dispatchEvent(new Event("online"));
      expect(FakeSocket.opened).toHaveLength(1);
      expect(links.at(-1)).toBe("closed");
    },
  );

  test("comes back after the server has stopped", () => {
    FakeSocket.last.greet();
    FakeSocket.last.say({ type: "goodbye", code: "stopping", reason: "restart" });
    FakeSocket.last.break();
    vi.advanceTimersByTime(300);
    expect(FakeSocket.opened).toHaveLength(2);
  });

  test("goes at once where the game is, and from the beginning if it is not there", () => {
    const address = "/at/2/socket/0123";
    FakeSocket.last.onopen?.();
    FakeSocket.last.say({ type: "goodbye", code: "elsewhere", reason: "moved", address });
    FakeSocket.last.break();
    vi.advanceTimersByTime(0);
    expect(FakeSocket.opened.map((socket) => socket.url)).toEqual([
      "ws://here/socket",
      "ws://here/at/2/socket/0123",
    ]);
    FakeSocket.last.break();
    vi.advanceTimersByTime(600);
    expect(FakeSocket.last.url).toBe("ws://here/socket");
  });

  test("does not run in circles", () => {
    const address = "/at/2/socket/0123";
    for (let hop = 0; hop < 20; hop++) {
      FakeSocket.last.onopen?.();
      FakeSocket.last.say({ type: "goodbye", code: "elsewhere", reason: "moved", address });
      FakeSocket.last.break();
      vi.advanceTimersByTime(0);
    }
    expect(FakeSocket.opened).toHaveLength(4);
  });

  test("its address names the game that its token is for", () => {
    const location = { protocol: "https:", host: "game.example.org" } as Location;
    expect(socketUrl(location, "0123456789abcdefLsecret")).toBe(
      "wss://game.example.org/socket/0123456789abcdef",
    );
  });

  test("a silent connection is asked for a sign of life, then given up", () => {
    FakeSocket.last.greet();
    vi.advanceTimersByTime(20_000);
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "ping" });
    vi.advanceTimersByTime(10_000);
    expect(FakeSocket.opened[0]?.isClosed).toBe(true);
    expect(links.at(-1)).toBe("lost");
  });

  test("a page that is looked at again soon finds out that its connection is dead", () => {
    FakeSocket.last.greet();
    page.dispatchEvent(new Event("visibilitychange"));
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "ping" });
    vi.advanceTimersByTime(4000);
    expect(links.at(-1)).toBe("lost");
    vi.advanceTimersByTime(300);
    FakeSocket.last.greet();
    page.dispatchEvent(new Event("visibilitychange"));
    FakeSocket.last.say({ type: "ok", id: 2 });
    vi.advanceTimersByTime(4000);
    expect(links.at(-1)).toBe("open");
  });

  test("what a dropped connection still says is not heard", () => {
    const old = FakeSocket.last;
    old.greet();
    old.break();
    vi.advanceTimersByTime(300);
    FakeSocket.last.greet();
    const before = heard.length;
    old.say(update([]));
    old.break();
    expect(heard).toHaveLength(before);
    expect(links.at(-1)).toBe("open");
  });
});
