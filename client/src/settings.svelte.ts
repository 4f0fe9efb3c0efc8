import { defaultPreferences, parsePreferences, type Preferences } from "./preferences";
import { recall, remember } from "./storage";

const PLACE = "cerealbar.preferences";

/** The person's preferences, kept in this browser. */
class Settings {
  #preferences = $state.raw<Preferences>(
    parsePreferences(
      recall(PLACE),
      defaultPreferences(window.matchMedia("(prefers-reduced-motion: reduce)").matches),
    ),
  );

  get all(): Preferences {
    return this.#preferences;
  }

  /** Of sounds, 0 if they are off. */
  get volume(): number {
    return this.#preferences.hasSound ? this.#preferences.volume : 0;
  }

  change(part: Partial<Preferences>): void {
    this.#preferences = { ...this.#preferences, ...part };
    remember(PLACE, JSON.stringify(this.#preferences));
  }
}

/** The one collection of settings. */
export const settings = new Settings();
