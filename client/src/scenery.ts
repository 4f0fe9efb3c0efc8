import type { Happening, Situation } from "./protocol";

/** A change of what the 3D scene shows. */
export interface SceneChange {
  /** The whole board, when it is new. */
  tiles?: readonly number[];
  /** Cells that came into view. */
  seen?: readonly [number, number][];
  situation: Situation;
  happenings: readonly Happening[];
  isInstant: boolean;
}

/** Hands each change to the scene, none left out, and the whole to a scene that comes late. */
export class Scenery {
  #listeners = new Set<(change: SceneChange) => void>();

  constructor(private readonly whole: () => SceneChange | null) {}

  /** Tells of the whole at once and of each change; what is returned ends that. */
  subscribe(listener: (change: SceneChange) => void): () => void {
    this.#listeners.add(listener);
    const whole = this.whole();
    if (whole !== null) listener(whole);
    return () => this.#listeners.delete(listener);
  }

  tell(change: SceneChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
