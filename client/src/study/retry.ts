import { RequestError, wordsOf } from "../requests";

/** How somebody waits for a server that does not answer. */
export interface Patience {
  wait: (milliseconds: number) => Promise<void>;
  /** Hears why it takes longer. */
  onTrouble: (words: string) => void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;
/** No answer, too many requests, and what servers say that are being started again. */
const PASSING: ReadonlySet<number | null> = new Set([null, 429, 502, 503, 504]);

/** Asks until the server accepts or refuses. */
export async function insist<Given>(
  ask: () => Promise<Given>,
  { wait, onTrouble }: Patience,
): Promise<Given> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error)) throw error;
      onTrouble(`${wordsOf(error)} Trying again …`);
    }
    await wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries));
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof RequestError && PASSING.has(error.status);
}
