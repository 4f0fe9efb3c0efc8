import type {
  CardShown,
  GameEndWord,
  Happening,
  PlayerWord,
  SeatWord,
  SetTold,
  ShapeWord,
  SignalWord,
  Situation,
  TurnEndTold,
} from "./protocol";

/** How a sentence is meant: good news, a warning, or neither. */
export type Tone = "plain" | "good" | "bad";

/** A sentence about what happened. */
export interface Sentence {
  text: string;
  tone: Tone;
}

/** What an update says in words; single steps go without. */
export function sentencesOf(
  happenings: readonly Happening[],
  seat: SeatWord,
  before: Situation,
  after: Situation,
): Sentence[] {
  const sentences = happenings.flatMap((it) => sentenceOf(it, seat, before, after) ?? []);
  const hasToggled = happenings.some((it) => it.type === "toggle");
  if (hasToggled && after.is_invalid && seat !== "follower") {
    sentences.push({ text: "The selected cards clash: deselect one of them.", tone: "bad" });
  }
  return sentences;
}

function sentenceOf(
  happening: Happening,
  seat: SeatWord,
  before: Situation,
  after: Situation,
): Sentence | null {
  switch (happening.type) {
    case "step":
      return null;
    case "toggle": {
      const find = (card: CardShown): boolean => card.cell === happening.cell;
      const card = before.cards.find(find) ?? after.cards.find(find);
      const deed = happening.is_selected ? "selected" : "deselected";
      const what = card ? cardWords(card) : "a card";
      return plain(`${subject(happening.by, seat)} ${deed} ${what}.`);
    }
    case "set":
      return { text: setWords(happening, seat), tone: "good" };
    case "instruct":
      return plain(
        seat === "follower"
          ? `New instruction: ${happening.text}`
          : `${subject("leader", seat)} sent: ${happening.text}`,
      );
    case "finish":
      return plain(`${subject("follower", seat)} finished: ${happening.text}`);
    case "give-up": {
      const reason = happening.reason ? `: ${happening.reason}` : "";
      const text = `${subject("follower", seat)} gave up on “${happening.text}”${reason}.`;
      return { text, tone: "bad" };
    }
    case "cancel":
      return plain(`${subject("leader", seat)} cancelled: ${happening.texts.join(" · ")}`);
    case "signal": {
      const who = subject(senderOf(happening.kind), seat);
      return plain(`${who} ${SIGNAL_WORDS[happening.kind]}${happening.text ?? ""}`);
    }
    case "seat":
      return plain(`${happening.name} plays the ${happening.role} from now on.`);
    case "pause":
      return plain("The game stood still for a while.");
    case "turn-end":
      return turnEndSentence(happening, seat);
    case "end":
      return plain(endWords(happening.how, seat));
  }
}

function setWords(made: SetTold, seat: SeatWord): string {
  const turns = made.extra_half_turns / 2;
  const extra = turns > 0 ? ` ${turns} more ${turns === 1 ? "turn" : "turns"} each.` : "";
  const cards =
    seat !== "follower"
      ? ` ${made.new.length} new cards lie on the board.`
      : made.new.length > 0
        ? ` New cards in view: ${made.new.length}.`
        : " New cards lie somewhere on the board.";
  return `A set! The score is ${made.score}.${extra}${cards}`;
}

function turnEndSentence(ended: TurnEndTold, seat: SeatWord): Sentence {
  const who = subject(ended.by, seat);
  const whose = ended.by === seat ? "Your" : `The ${ended.by}’s`;
  switch (ended.how) {
    case "done":
      return plain(
        ended.by === "leader"
          ? `${who} ended the turn.`
          : "No instruction is left; the turn is over.",
      );
    case "no-steps":
      return plain(`${who} used all steps; the turn is over.`);
    case "time-out":
      return { text: `${whose} turn ended: the time ran out.`, tone: "bad" };
    case "cancelled":
      return { text: `${whose} turn ended: the instructions were cancelled.`, tone: "bad" };
    case "skipped":
      return { text: `${whose} turn was skipped: no instruction was waiting.`, tone: "bad" };
  }
}

/** How a game ended, in a sentence. */
export function endWords(how: GameEndWord, seat: SeatWord): string {
  switch (how) {
    case "no-turns":
      return "All turns are used.";
    case "leader-left":
      return `${subject("leader", seat)} left the game.`;
    case "follower-left":
      return `${subject("follower", seat)} left the game.`;
    case "abandoned":
      return "Nobody came back to the game.";
    case "tutorial-done":
      return "The tutorial is completed.";
  }
}

const SIGNAL_WORDS: Record<SignalWord, string> = {
  "thumb-up": "gave a thumbs up.",
  "thumb-down": "gave a thumbs down.",
  question: "asked: ",
  remark: "said: ",
};

/** Who sends such signals. */
export function senderOf(kind: SignalWord): PlayerWord {
  return kind === "thumb-up" || kind === "thumb-down" ? "leader" : "follower";
}

/** What people call the shapes. */
export const SHAPE_WORDS: Record<ShapeWord, string> = {
  cube: "square",
  diamond: "diamond",
  heart: "heart",
  plus: "plus",
  star: "star",
  triangle: "triangle",
  torus: "ring",
};

/** A card in words: `2 red hearts`. */
export function cardWords(card: Pick<CardShown, "count" | "colour" | "shape">): string {
  const name = SHAPE_WORDS[card.shape];
  const plural = name === "plus" ? "pluses" : `${name}s`;
  return `${card.count} ${card.colour} ${card.count === 1 ? name : plural}`;
}

/** A reason that the server gave, as a sentence: with a capital and a full stop. */
export function asSentence(reason: string): string {
  const text = reason.trim();
  if (!text) return "";
  const end = /[.!?…]$/.test(text) ? "" : ".";
  return `${text[0]?.toUpperCase()}${text.slice(1)}${end}`;
}

function subject(player: PlayerWord, seat: SeatWord): string {
  return player === seat ? "You" : `The ${player}`;
}

function plain(text: string): Sentence {
  return { text, tone: "plain" };
}
