import type { ActionWord } from "./protocol";

const LOOK_AGAIN_MS = 30;
const LONGEST_MS = 1500;
/** As many as a follower's turn has. */
const MOST_WAITING = 10;

/** Lets one step happen at a time; presses meanwhile wait in line. */
export class StepQueue {
  #isBusy = false;
  #waiting: ActionWord[] = [];

  /** `send` ends when the server has answered; `isMoving` tells whether a step is still shown. */
  constructor(
    private readonly send: (action: ActionWord) => Promise<unknown>,
    private readonly isMoving: () => boolean,
  ) {}

  /** Asks for a step; a held key never waits in line, so that letting go stops at once. */
  press(action: ActionWord, isRepeat = false): void {
    if (!this.#isBusy) void this.#run(action);
    else if (!isRepeat && this.#waiting.length < MOST_WAITING) this.#waiting.push(action);
  }

  /** Forgets the steps that wait. */
  clear(): void {
    this.#waiting = [];
  }

  async #run(action: ActionWord): Promise<void> {
    this.#isBusy = true;
    await this.send(action);
    await this.#settle();
    this.#isBusy = false;
    const next = this.#waiting.shift();
    if (next !== undefined) await this.#run(next);
  }

  async #settle(): Promise<void> {
    for (let waited = 0; this.isMoving() && waited < LONGEST_MS; waited += LOOK_AGAIN_MS) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }
}
