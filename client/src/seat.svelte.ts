import { secondsLeft } from "./clock";
import { cuesOf, isHurryDue, type Cue } from "./cues";
import { isNewcomer } from "./newcomer";
import type { ActionWord, FromServer, SignalWord, Update } from "./protocol";
import { Scenery } from "./scenery";
import type { Tone } from "./sentences";
import { Session, socketUrl, type Answer, type Link, type Request } from "./session";
import { EMPTY, reduce, type GameShown, type PageEvent, type PageState } from "./state";
import { StepQueue } from "./steps";

const TICK_MS = 200;

function beginningCue({ seat, situation }: GameShown): Cue {
  return situation.turn === seat ? "your-turn" : "partner-turn";
}

/** One seat of a game: its connection, what it knows, and what it can ask for. */
export class Seat {
  page = $state.raw<PageState>(EMPTY);
  /** Milliseconds, a few times a second. */
  now = $state(performance.now());
  readonly scenery: Scenery;
  /** Whether a step is being shown; set by whoever shows it. */
  isMoving: () => boolean = () => false;
  #session: Session;
  #steps = new StepQueue(() => this.isMoving());
  /** How many instructions are under way to the server. */
  #sending = $state(0);
  #ticking: ReturnType<typeof setInterval>;

  constructor(
    token: string,
    private readonly onCue: (cue: Cue) => void = () => undefined,
  ) {
    this.scenery = new Scenery(() => {
      const { game } = this.page;
      return game && { ...game, happenings: [], isInstant: true };
    });
    this.#session = new Session(
      socketUrl(window.location, token),
      token,
      {
        onMessage: (message) => this.#hear(message),
        onLink: (link: Link) => this.#change({ kind: "link", link, now: performance.now() }),
      },
      () => !isNewcomer(),
    );
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
  }

  /** What is left of the turn. */
  get seconds(): number {
    const { game } = this.page;
    return game === null ? 0 : secondsLeft(game.situation, game.heardAt, this.now);
  }

  /** Whether this seat can do something now, as the server says. */
  can(action: ActionWord): boolean {
    const { game, link } = this.page;
    return link === "open" && (game?.situation.legal?.includes(action) ?? false);
  }

  /** Whether the leader can end the turn, now or when the instruction under way has arrived. */
  get canEnd(): boolean {
    return this.can("done") || (this.#sending > 0 && this.page.link === "open");
  }

  /** Whether this seat may tell the other something of this kind now. */
  canSignal(kind: SignalWord): boolean {
    const { game, link } = this.page;
    return link === "open" && (game?.situation.signals?.includes(kind) ?? false);
  }

  /** Takes a step or is done, after what is still under way. */
  press(action: ActionWord, isRepeat = false): void {
    this.#steps.push(() => this.#act(action), isRepeat ? "held" : "pressed");
  }

  /** Sends an instruction after what is still under way; what came of it. */
  async instruct(text: string): Promise<Answer> {
    this.#sending += 1;
    const answer = await this.#inLine({ type: "instruct", text });
    this.#sending -= 1;
    return answer;
  }

  /** Gives the current instruction up, after what is still under way. */
  giveUp(reason: string): Promise<Answer> {
    return this.#inLine({ type: "give-up", reason });
  }

  /** Opens or closes the help, for which the clock stands still: keys wait until it runs again. */
  readHelp(isOpen: boolean): Promise<Answer> {
    return this.#inLine({ type: "help", is_open: isOpen });
  }

  /** Withdraws the instructions that wait, at once. */
  cancel(): void {
    this.#steps.clear();
    if (this.page.game?.situation.can_cancel) void this.ask({ type: "cancel" });
  }

  ask(request: Request): Promise<Answer> {
    return this.#session.ask(request);
  }

  /** Adds a sentence to what happened. */
  remark(text: string, tone: Tone = "plain"): void {
    this.#change({ kind: "remark", sentence: { text, tone } });
  }

  close(): void {
    clearInterval(this.#ticking);
    this.#steps.clear();
    this.#session.close();
  }

  #inLine(request: Request): Promise<Answer> {
    return new Promise((resolve) => {
      this.#steps.push(async () => {
        resolve(await this.ask(request));
      }, "sent");
    });
  }

  async #act(action: ActionWord): Promise<void> {
    if (this.can(action)) {
      const answer = await this.ask({ type: "act", action });
      if (answer.kind === "accepted") return;
    } else {
      this.#explain(action);
    }
    this.#steps.clear();
    this.onCue("bump");
  }

  #explain(action: ActionWord): void {
    const { game, link } = this.page;
    if (game === null || link !== "open") return;
    const { situation, seat, room } = game;
    if (room.status !== "playing") return;
    if (situation.turn !== seat) this.remark(`It is the ${situation.turn}’s turn.`);
    else if (action === "done") this.remark("Send an instruction before you end the turn.", "bad");
    else if (situation.steps_left === 0) this.remark("No steps are left in this turn.", "bad");
    else this.remark("You cannot go there.", "bad");
  }

  #hear(message: FromServer): void {
    const before = this.page.game;
    this.#change({ kind: "message", message, now: performance.now() });
    const { game } = this.page;
    if (message.type === "welcome") {
      const { tiles, situation } = message;
      this.scenery.tell({ tiles, situation, happenings: [], isInstant: true });
    } else if (message.type === "update" && before && game) {
      this.#show(message);
      const happenings = message.happenings ?? [];
      const turns = [before.situation.turn, game.situation.turn] as const;
      for (const cue of cuesOf(happenings, game.seat, ...turns)) this.onCue(cue);
    } else if (message.type === "room" && before?.room.status === "waiting" && game) {
      if (message.status === "playing") this.onCue(beginningCue(game));
    }
  }

  #show(message: Update): void {
    this.scenery.tell({
      seen: message.tiles ?? [],
      situation: message.situation,
      happenings: message.happenings ?? [],
      isInstant: false,
    });
  }

  #tick(): void {
    const before = this.now;
    this.now = performance.now();
    const { game } = this.page;
    if (game && isHurryDue(game.situation, game.seat, game.heardAt, before, this.now)) {
      this.onCue("hurry");
    }
  }

  #change(event: PageEvent): void {
    this.page = reduce(this.page, event);
  }
}
