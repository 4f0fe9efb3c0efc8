const LOOK_AGAIN_MS = 30;
const LONGEST_MS = 1500;
/** More than a turn has steps, so that only a keyboard that is leant on fills the line. */
const MOST_WAITING = 30;

/** Something to be done; it ends when the server has answered. */
export type Deed = () => Promise<unknown>;
/** How a deed was asked for; a text that was sent is never forgotten. */
export type Asked = "pressed" | "held" | "sent";

/** Lets one deed happen at a time; what is asked for meanwhile waits in line. */
export class StepQueue {
  #isBusy = false;
  #waiting: [Deed, Asked][] = [];

  /** `isMoving` tells whether a step is still shown. */
  constructor(private readonly isMoving: () => boolean) {}

  /** Asks for a deed; a held key never waits in line, so that letting go stops at once. */
  push(deed: Deed, asked: Asked = "pressed"): void {
    if (!this.#isBusy) void this.#run(deed);
    else if (asked === "sent" || (asked === "pressed" && this.#waiting.length < MOST_WAITING)) {
      this.#waiting.push([deed, asked]);
    }
  }

  /** Forgets what was pressed and waits. */
  clear(): void {
    this.#waiting = this.#waiting.filter(([, asked]) => asked === "sent");
  }

  async #run(deed: Deed): Promise<void> {
    this.#isBusy = true;
    await deed();
    await this.#settle();
    this.#isBusy = false;
    const next = this.#waiting.shift();
    if (next !== undefined) await this.#run(next[0]);
  }

  async #settle(): Promise<void> {
    for (let waited = 0; this.isMoving() && waited < LONGEST_MS; waited += LOOK_AGAIN_MS) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }
}
