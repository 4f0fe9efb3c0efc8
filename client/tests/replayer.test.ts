import { describe, expect, test } from "vitest";
import { Replayer } from "../src/replayer.svelte";
import type { SceneChange } from "../src/scenery";
import { replay } from "./samples";

function opened(): { replayer: Replayer; changes: SceneChange[] } {
  const replayer = new Replayer(replay());
  const changes: SceneChange[] = [];
  replayer.scenery.subscribe((change) => changes.push(change));
  return { replayer, changes };
}

describe("a replayer", () => {
  test("shows a late scene the whole board", () => {
    const { changes } = opened();
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ isInstant: true, happenings: [] });
    expect(changes[0]?.tiles).toHaveLength(625);
  });

  test("steps on with what happened, and back at once", () => {
    const { replayer, changes } = opened();
    replayer.jump(1);
    replayer.step(1);
    expect(changes.at(-1)).toMatchObject({ isInstant: false, happenings: [{ type: "turn-end" }] });
    replayer.step(-1);
    expect(changes.at(-1)).toMatchObject({ isInstant: true, happenings: [] });
    expect(replayer.at).toBe(5);
  });

  test("stays within the game", () => {
    const { replayer } = opened();
    replayer.step(-1);
    expect(replayer.index).toBe(0);
    replayer.scrub(1000);
    expect([replayer.index, replayer.at]).toEqual([3, 30]);
    replayer.step(1);
    expect(replayer.index).toBe(3);
  });

  test("plays at its speed, stops at the end, and begins anew", () => {
    const { replayer } = opened();
    replayer.isSkipping = false;
    replayer.speed = 16;
    replayer.toggle();
    replayer.tick(1);
    expect([replayer.at, replayer.index]).toEqual([16, 1]);
    replayer.tick(1);
    expect(replayer.isPlaying).toBe(false);
    expect(replayer.isAtEnd).toBe(true);
    replayer.toggle();
    expect([replayer.at, replayer.isPlaying]).toEqual([0, true]);
  });

  test("stands still while paused", () => {
    const { replayer } = opened();
    replayer.tick(3);
    expect(replayer.at).toBe(0);
  });
});
