import type { FromClient, FromServer, Goodbye, GoodbyeWord, Hello, Refused } from "./protocol";
import { GAME_ID_LENGTH, VERSION } from "./protocol";

/** How the connection stands; `closed` is for good. */
export type Link = "connecting" | "open" | "lost" | "closed";

/** A request to the server, before it has its number. */
export type Request = FromClient extends infer Message
  ? Message extends { id: number }
    ? Omit<Message, "id">
    : never
  : never;

/** What came of a request; `lost` if the connection broke before the answer. */
export type Answer =
  { kind: "accepted" } | { kind: "refused"; refused: Refused } | { kind: "lost" };

/** Who hears of the messages and of the connection. */
export interface Listener {
  onMessage(message: FromServer): void;
  onLink(link: Link): void;
}

/** Reasons to be sent away after which coming back is of no use. */
const FINAL: ReadonlySet<GoodbyeWord> = new Set(["replaced", "unknown-token", "other-version"]);
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
/** How often to go at once where the server says that the game is. */
const MOST_HOPS = 3;
const QUIET_MS = 20_000;
const DEAF_MS = 10_000;
const AWAKE_MS = 4000;

/** A seat's connection: says hello, numbers requests, and comes back when it breaks. */
export class Session {
  #socket: WebSocket | null = null;
  #link: Link = "connecting";
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #nextId = 1;
  #sentOn: string | null = null;
  #pending = new Map<number, (answer: Answer) => void>();

  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly listener: Listener,
    /** Whether the game may begin as soon as this seat is here. */
    private readonly isReady: () => boolean = () => true,
  ) {
    document.addEventListener("visibilitychange", this.#hurry);
    window.addEventListener("online", this.#hurry);
    this.#connect();
  }

  get link(): Link {
    return this.#link;
  }

  /** Sends a request; the answer comes when the server has carried it out or refused it. */
  ask(request: Request): Promise<Answer> {
    const socket = this.#socket;
    if (this.#link !== "open" || socket === null) return Promise.resolve({ kind: "lost" });
    const id = this.#nextId++;
    socket.send(JSON.stringify({ ...request, id }));
    return new Promise((resolve) => this.#pending.set(id, resolve));
  }

  /** Ends the connection for good. */
  close(): void {
    document.removeEventListener("visibilitychange", this.#hurry);
    window.removeEventListener("online", this.#hurry);
    this.#change("closed");
    this.#drop();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    const socket = new WebSocket(this.#sentOn ?? this.url);
    this.#sentOn = null;
    this.#socket = socket;
    socket.onopen = () => {
      const hello: Hello = {
        type: "hello",
        version: VERSION,
        token: this.token,
        is_ready: this.isReady(),
      };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose();
    };
    this.#listen();
  }

  #hear(message: FromServer): void {
    this.#listen();
    if (message.type === "welcome") {
      this.#attempts = 0;
      this.#change("open");
    }
    this.listener.onMessage(message);
    this.#settle(message);
    if (message.type !== "goodbye") return;
    if (isFinal(message)) this.close();
    else if (message.code === "elsewhere" && message.address)
      this.#sentOn = new URL(message.address, this.url).href;
  }

  #settle(message: FromServer): void {
    if (message.type !== "update" && message.type !== "ok" && message.type !== "refused") return;
    // Requests are answered in their order; a refusal without a number is of one that was not read.
    const isUnread = message.type === "refused" && message.id == null;
    const id = isUnread ? this.#pending.keys().next().value : message.id;
    if (id == null) return;
    const resolve = this.#pending.get(id);
    this.#pending.delete(id);
    resolve?.(
      message.type === "refused" ? { kind: "refused", refused: message } : { kind: "accepted" },
    );
  }

  #lose(): void {
    this.#drop();
    if (this.#link === "closed") return;
    this.#change("lost");
    const isNear = this.#sentOn !== null && this.#attempts < MOST_HOPS;
    const wait = isNear ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#attempts);
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#watch);
    this.#retry = undefined;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const resolve of pending) resolve({ kind: "lost" });
  }

  /** Asks for a sign of life after a silence, and gives the connection up without an answer. */
  #listen(): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#expectSign(DEAF_MS), QUIET_MS);
  }

  #expectSign(withinMs: number): void {
    clearTimeout(this.#watch);
    void this.ask({ type: "ping" });
    this.#watch = setTimeout(() => this.#lose(), withinMs);
  }

  #hurry = (): void => {
    if (document.visibilityState !== "visible") return;
    if (this.#retry !== undefined) this.#connect();
    else this.#expectSign(AWAKE_MS);
  };

  #change(link: Link): void {
    if (this.#link === link) return;
    this.#link = link;
    this.listener.onLink(link);
  }
}

function isFinal(goodbye: Goodbye): boolean {
  return FINAL.has(goodbye.code);
}

/** The address of a seat's socket on the server that served this page; it names the game. */
export function socketUrl(location: Location, token: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/socket/${encodeURIComponent(token.slice(0, GAME_ID_LENGTH))}`;
}
