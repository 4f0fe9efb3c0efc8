import type { ActionWord } from "./protocol";

const LOOK_AGAIN_MS = 30;
const LONGEST_MS = 1500;

/** Lets one step happen at a time, with at most one more remembered. */
export class StepQueue {
  #isBusy = false;
  #next: ActionWord | null = null;

  /** `send` ends when the server has answered; `isMoving` tells whether a step is still shown. */
  constructor(
    private readonly send: (action: ActionWord) => Promise<unknown>,
    private readonly isMoving: () => boolean,
  ) {}

  /** Asks for a step; a held key never waits in line, so that letting go stops at once. */
  press(action: ActionWord, isRepeat = false): void {
    if (!this.#isBusy) void this.#run(action);
    else if (!isRepeat) this.#next = action;
  }

  /** Forgets the step that waits. */
  clear(): void {
    this.#next = null;
  }

  async #run(action: ActionWord): Promise<void> {
    this.#isBusy = true;
    await this.send(action);
    await this.#settle();
    this.#isBusy = false;
    const next = this.#next;
    this.#next = null;
    if (next !== null) await this.#run(next);
  }

  async #settle(): Promise<void> {
    for (let waited = 0; this.isMoving() && waited < LONGEST_MS; waited += LOOK_AGAIN_MS) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }
}
