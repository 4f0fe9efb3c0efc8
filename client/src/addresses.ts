/** A page of the application, as its address names it. */
export type Address =
  | { page: "lobby" }
  | { page: "play"; tokens: string[] }
  | { page: "join"; invite: string }
  | { page: "watch"; token: string }
  | { page: "replay"; token: string | null }
  /** A study; without a token for those who are only coming. */
  | { page: "study"; name: string; token: string | null }
  /** A link that cannot be read, or leads nowhere. */
  | { page: "nowhere"; path: string };

const STUDY = /^\/study\/([a-z0-9][a-z0-9-]{0,39})$/;

/** The page of a path and a fragment; whatever is incomplete leads to the lobby. */
export function parseAddress(pathname: string, hash: string): Address {
  const fragment = decoded(hash.replace(/^#/, ""));
  if (fragment === null) return { page: "nowhere", path: pathname + hash };
  const path = pathname.replace(/\/+$/, "");
  const study = STUDY.exec(path)?.[1];
  if (study !== undefined) return { page: "study", name: study, token: fragment || null };
  switch (path) {
    case "":
      return { page: "lobby" };
    case "/play": {
      const tokens = fragment.split(",").filter(Boolean).slice(0, 2);
      return tokens.length > 0 ? { page: "play", tokens } : { page: "lobby" };
    }
    case "/join":
      return fragment ? { page: "join", invite: fragment } : { page: "lobby" };
    case "/watch":
      return fragment ? { page: "watch", token: fragment } : { page: "lobby" };
    case "/replay":
      return { page: "replay", token: fragment || null };
    default:
      return { page: "nowhere", path: pathname };
  }
}

function decoded(fragment: string): string | null {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return null;
  }
}

/** The path and fragment of a page; the inverse of `parseAddress`. */
export function formatAddress(address: Address): string {
  switch (address.page) {
    case "lobby":
      return "/";
    case "play":
      return `/play#${address.tokens.join(",")}`;
    case "join":
      return `/join#${address.invite}`;
    case "watch":
      return `/watch#${address.token}`;
    case "replay":
      return address.token === null ? "/replay" : `/replay#${address.token}`;
    case "study":
      return `/study/${address.name}${address.token === null ? "" : `#${address.token}`}`;
    case "nowhere":
      return address.path;
  }
}

/** Whether a link to this site works on this computer only. */
export function isLocalOnly(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The whole address of a page, to hand to others. */
export function shareableLink(address: Address): string {
  return new URL(formatAddress(address), window.location.origin).href;
}
