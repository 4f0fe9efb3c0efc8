import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ActionWord } from "../src/protocol";
import { StepQueue, type Asked } from "../src/steps";

let sent: ActionWord[];
let isMoving: boolean;
let answer: () => void;
let queue: { press: (action: ActionWord, asked?: Asked) => void; clear: () => void };

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  isMoving = false;
  const steps = new StepQueue(() => isMoving);
  const send = (action: ActionWord): Promise<void> => {
    sent.push(action);
    return new Promise((resolve) => (answer = resolve));
  };
  queue = {
    press: (action, asked) => steps.push(() => send(action), asked),
    clear: () => steps.clear(),
  };
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

  test("a text that was sent is never forgotten", async () => {
    queue.press("forward");
    queue.press("left");
    queue.press("done", "sent");
    queue.clear();
    await answered();
    expect(sent).toEqual(["forward", "done"]);
  });

  test("a keyboard that is leant on does not fill the line for ever", async () => {
    for (let presses = 0; presses < 100; presses += 1) queue.press("left");
    for (let steps = 0; steps < 100; steps += 1) await answered();
    expect(sent.length).toBe(31);
  });

  test("a held key never waits in line", async () => {
    queue.press("forward");
    for (let repeats = 0; repeats < 20; repeats += 1) queue.press("forward", "held");
    await answered();
    expect(sent).toEqual(["forward"]);
    queue.press("forward", "held");
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
