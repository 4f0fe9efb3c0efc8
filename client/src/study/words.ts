import type { EndWord, PlayerWord } from "../protocol";

/** What the end of a visit is called, and what it means for the participant. */
export const ENDINGS: Record<EndWord, { title: string; words: string }> = {
  finished: { title: "Thank you!", words: "You have finished the study." },
  declined: {
    title: "You do not take part",
    words: "You chose not to take part. You can close this page.",
  },
  "failed-quiz": {
    title: "The study ends here",
    words: "Too few answers to the questions about the game were right, so it cannot be played.",
  },
  "no-partner": {
    title: "Nobody came",
    words: "There was no partner to play with. That is not your fault.",
  },
  excluded: {
    title: "You cannot take part",
    words: "This study is only open to people who have not been here before or who were invited.",
  },
};

/** What a role has to do, in a sentence. */
export const ROLE_WORDS: Record<PlayerWord, string> = {
  leader: "You see the whole board. You plan, and write instructions to the follower.",
  follower: "You see what lies ahead of you. You do what the leader writes.",
};

/** A span of time in words: `5 minutes`. */
export function minuteWords(minutes: number): string {
  const seconds = Math.round(minutes * 60);
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const rounded = Math.round(minutes * 10) / 10;
  return rounded === 1 ? "1 minute" : `${rounded} minutes`;
}

const ENTITIES: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
};

/** What a picture shows, as its title says. */
export function pictureWords(svg: string): string {
  const title = /<title>([^<]*)<\/title>/.exec(svg)?.[1] ?? "";
  return title.replace(/&(lt|gt|quot|#x27|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** The address of a picture; as an image it has no scripts, and no ids to clash with others'. */
export function pictureAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Whether an address may be followed from the last page. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//.test(url);
}

/** Whether a text begins with a title of its own. */
export function hasTitle(html: string): boolean {
  return /^\s*<h[12]\b/.test(html);
}
