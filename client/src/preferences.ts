/** What a person chose about how the game looks and sounds. */
export interface Preferences {
  hasSound: boolean;
  /** 0 to 1. */
  volume: number;
  motion: "full" | "reduced";
  symbols: "plain" | "marked";
  text: "normal" | "large" | "larger";
  /** Light or dark; as the system has it, unless a person chooses. */
  theme: "system" | "light" | "dark";
  /** What partners are told. */
  name: string;
}

/** What holds until a person chooses. */
export function defaultPreferences(isMotionReduced: boolean): Preferences {
  return {
    hasSound: true,
    volume: 0.6,
    motion: isMotionReduced ? "reduced" : "full",
    symbols: "plain",
    text: "normal",
    theme: "system",
    name: "",
  };
}

/** The preferences that a stored text holds; whatever is missing or odd is as by default. */
export function parsePreferences(stored: string | null, defaults: Preferences): Preferences {
  const found = parsed(stored);
  return {
    hasSound: typeof found.hasSound === "boolean" ? found.hasSound : defaults.hasSound,
    volume: isVolume(found.volume) ? found.volume : defaults.volume,
    motion: oneOf(found.motion, ["full", "reduced"], defaults.motion),
    symbols: oneOf(found.symbols, ["plain", "marked"], defaults.symbols),
    text: oneOf(found.text, ["normal", "large", "larger"], defaults.text),
    theme: oneOf(found.theme, ["system", "light", "dark"], defaults.theme),
    name: typeof found.name === "string" ? found.name.slice(0, 40) : defaults.name,
  };
}

function parsed(stored: string | null): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(stored ?? "{}");
    return typeof found === "object" && found !== null ? { ...found } : {};
  } catch {
    return {};
  }
}

function isVolume(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function oneOf<Word extends string>(value: unknown, words: readonly Word[], otherwise: Word): Word {
  return words.find((word) => word === value) ?? otherwise;
}
