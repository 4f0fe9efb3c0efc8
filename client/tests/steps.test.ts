import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ActionWord } from "../src/protocol";
import { StepQueue } from "../src/steps";

let sent: ActionWord[];
let isMoving: boolean;
let answer: () => void;
let queue: StepQueue;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  isMoving = false;
  queue = new StepQueue(
    (action) => {
      sent.push(action);
      return new Promise<void>((resolve) => (answer = resolve));
    },
    () => isMoving,
  );
});
afterEach(() => vi.useRealTimers());

async function answered(): Promise<void> {
  answer();
  await vi.advanceTimersByTimeAsync(60);
}

describe("steps", () => {
  test("only one is under way, and no press is lost", async () => {
    queue.press("forward");
    queue.press("left");
    queue.press("right");
    expect(sent).toEqual(["forward"]);
    await answered();
    expect(sent).toEqual(["forward", "left"]);
    await answered();
    expect(sent).toEqual(["forward", "left", "right"]);
    await answered();
    expect(sent).toEqual(["forward", "left", "right"]);
  });

  test("what waits is forgotten when a step is refused", async () => {
    queue.press("forward");
    queue.press("left");
    queue.clear();
    await answered();
    expect(sent).toEqual(["forward"]);
  });

  test("a keyboard that is leant on does not fill the line for ever", async () => {
    for (let presses = 0; presses < 100; presses += 1) queue.press("left");
    for (let steps = 0; steps < 100; steps += 1) await answered();
    expect(sent.length).toBe(11);
  });

  test("a held key never waits in line", async () => {
    queue.press("forward");
    for (let repeats = 0; repeats < 20; repeats += 1) queue.press("forward", true);
    await answered();
    expect(sent).toEqual(["forward"]);
    queue.press("forward", true);
    expect(sent).toEqual(["forward", "forward"]);
  });

  test("the next waits until the step was shown", async () => {
    queue.press("forward");
    queue.press("left");
    isMoving = true;
    await answered();
    expect(sent).toEqual(["forward"]);
    isMoving = false;
    await vi.advanceTimersByTimeAsync(60);
    expect(sent).toEqual(["forward", "left"]);
  });

  test("a scene that never rests does not stop the game", async () => {
    queue.press("forward");
    queue.press("left");
    isMoving = true;
    await answered();
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent).toEqual(["forward", "left"]);
  });
});
