import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { formatAddress, isLocalOnly, parseAddress, type Address } from "../src/addresses";
import { isNewcomer, noteReady } from "../src/newcomer";
import {
  findOwnGame,
  finishedGames,
  forgetOwnGame,
  keepFinishedGame,
  keepOwnGame,
  ownGames,
} from "../src/own-games";
import { personKey } from "../src/person";
import { defaultPreferences, parsePreferences } from "../src/preferences";

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  const localStorage = {
    getItem: (place: string) => stored.get(place) ?? null,
    setItem: (place: string, text: string) => void stored.set(place, text),
  };
  vi.stubGlobal("window", { localStorage });
});
afterEach(() => vi.unstubAllGlobals());

describe("own games", () => {
  test("are kept newest first, with the leader's token before the follower's", () => {
    keepOwnGame([{ role: "leader", token: "a" }], { mode: "agent" }, 1);
    keepOwnGame(
      [
        { role: "follower", token: "f" },
        { role: "leader", token: "l" },
      ],
      { mode: "both" },
      2,
    );
    expect(ownGames().map((game) => [game.role, game.tokens])).toEqual([
      ["both", ["l", "f"]],
      ["leader", ["a"]],
    ]);
  });

  test("can be found and forgotten", () => {
    keepOwnGame([{ role: "leader", token: "a" }], { mode: "agent", agent: "x" }, 1);
    expect(findOwnGame(["a"])?.room?.agent).toBe("x");
    forgetOwnGame(["a"]);
    expect(ownGames()).toEqual([]);
  });

  test("are none if the store holds something odd", () => {
    stored.set("cerealbar.games", "[{}, 3, null]");
    expect(ownGames()).toEqual([]);
    stored.set("cerealbar.games", "no JSON");
    expect(ownGames()).toEqual([]);
  });
});

describe("finished games", () => {
  const game = { replay: "r", role: "leader" as const, score: 3, ended: 5 };

  test("are kept once, newest first", () => {
    keepFinishedGame(game);
    keepFinishedGame({ ...game, ended: 6 });
    keepFinishedGame({ ...game, replay: "s" });
    expect(finishedGames().map((it) => [it.replay, it.ended])).toEqual([
      ["s", 5],
      ["r", 5],
    ]);
  });

  test("are none if the store holds something odd", () => {
    stored.set("cerealbar.finished", '[{"replay": 3}, null, {"replay": "x", "role": "king"}]');
    expect(finishedGames()).toEqual([]);
  });
});

describe("a person", () => {
  test("is new until ready for a game once", () => {
    expect(isNewcomer()).toBe(true);
    noteReady();
    expect(isNewcomer()).toBe(false);
  });

  test("has one random key in this browser", () => {
    const key = personKey();
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(personKey()).toBe(key);
    stored.clear();
    expect(personKey()).toBe(key);
  });
});

describe("preferences", () => {
  test("come back as they were kept, and odd ones as by default", () => {
    const defaults = defaultPreferences(true);
    const kept = { ...defaults, volume: 0.2, text: "large" as const, theme: "dark" as const };
    expect(parsePreferences(JSON.stringify(kept), defaults)).toEqual(kept);
    expect(
      parsePreferences('{"volume": 7, "text": 3, "motion": "wild", "theme": 1}', defaults),
    ).toEqual(defaults);
    expect(parsePreferences("{", defaults)).toEqual(defaults);
    expect(defaults.motion).toBe("reduced");
  });
});

describe("addresses", () => {
  test.each<Address>([
    { page: "lobby" },
    { page: "play", tokens: ["a"] },
    { page: "play", tokens: ["a", "b"] },
    { page: "join", invite: "i" },
    { page: "watch", token: "w" },
    { page: "replay", token: "r" },
    { page: "replay", token: null },
    { page: "study", name: "pilot-2", token: "t" },
    { page: "study", name: "pilot-2", token: null },
  ])("%j is read as it is written", (address) => {
    const url = new URL(formatAddress(address), "http://here");
    expect(parseAddress(url.pathname, url.hash)).toEqual(address);
  });

  test("a link that cannot be read, and a path that nobody knows, lead nowhere", () => {
    expect(parseAddress("/play", "#%")).toEqual({ page: "nowhere", path: "/play#%" });
    for (const path of ["/elsewhere", "/study", "/study/A", "/study/a/b"]) {
      expect(parseAddress(path, "")).toEqual({ page: "nowhere", path });
    }
  });

  test.each([
    ["localhost", true],
    ["127.0.0.1", true],
    ["[::1]", true],
    ["game.example.org", false],
    ["192.168.1.4", false],
    ["localhost.example.org", false],
  ])("whether a link to %s works on this computer only", (hostname, isLocal) => {
    expect(isLocalOnly(hostname)).toBe(isLocal);
  });

  test("an address without its token leads to the lobby", () => {
    for (const path of ["/play", "/join", "/watch", "/"]) {
      expect(parseAddress(path, "")).toEqual({ page: "lobby" });
    }
  });
});
