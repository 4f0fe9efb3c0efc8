// Written by `python -m docs.making.typescript`; not to be edited by hand.

export const VERSION = 3;
export const GAME_ID_LENGTH = 16;
export const UNSEEN = 255;
export const WIDTH = 25;
export const MAX_INSTRUCTION_LENGTH = 1000;
export const MAX_REMARK_LENGTH = 200;
export const MAX_COMMENT_LENGTH = 2000;
export const COLOURS: readonly ColourWord[] = ["blue", "green", "pink", "red", "yellow", "black", "orange"];
export const SHAPES: readonly ShapeWord[] = ["cube", "diamond", "heart", "plus", "star", "triangle", "torus"];

/** What a tile code stands for; `heading` is 0 to 5, clockwise from the north-east. */
export interface Tile {
  words: string;
  terrain: string;
  prop: string | null;
  heading: number | null;
  height: number;
}
export const TILES: readonly Tile[] = [
  {"words": "grass", "terrain": "grass", "prop": null, "heading": null, "height": 0},
  {"words": "path", "terrain": "path", "prop": null, "heading": null, "height": 0},
  {"words": "water", "terrain": "water", "prop": null, "heading": null, "height": -1},
  {"words": "deep water", "terrain": "deep water", "prop": null, "heading": null, "height": -2},
  {"words": "hill", "terrain": "hill", "prop": null, "heading": null, "height": 4},
  {"words": "short hill", "terrain": "short hill", "prop": null, "heading": null, "height": 3},
  {"words": "low hill", "terrain": "low hill", "prop": null, "heading": null, "height": 2},
  {"words": "bushy tree", "terrain": "grass", "prop": "bush_tree", "heading": null, "height": 0},
  {"words": "brown bushy tree", "terrain": "grass", "prop": "bush_tree_br", "heading": null, "height": 0},
  {"words": "red bushy tree", "terrain": "grass", "prop": "bush_tree_rd", "heading": null, "height": 0},
  {"words": "short yellow tree", "terrain": "grass", "prop": "oak_tree_lm", "heading": null, "height": 0},
  {"words": "round green tree", "terrain": "grass", "prop": "tree", "heading": null, "height": 0},
  {"words": "round red tree", "terrain": "grass", "prop": "tree_rd", "heading": null, "height": 0},
  {"words": "pointed green tree", "terrain": "grass", "prop": "clean_tree", "heading": null, "height": 0},
  {"words": "pointed brown tree", "terrain": "grass", "prop": "clean_tree_br", "heading": null, "height": 0},
  {"words": "pointed red tree", "terrain": "grass", "prop": "clean_tree_rd", "heading": null, "height": 0},
  {"words": "palm tree", "terrain": "grass", "prop": "palm_tree", "heading": null, "height": 0},
  {"words": "tall green tree", "terrain": "grass", "prop": "tall_tree", "heading": null, "height": 0},
  {"words": "tall red tree", "terrain": "grass", "prop": "tall_tree_rd", "heading": null, "height": 0},
  {"words": "yellow and red tree", "terrain": "grass", "prop": "multi_tree", "heading": null, "height": 0},
  {"words": "pine tree", "terrain": "grass", "prop": "pine_tree", "heading": null, "height": 0},
  {"words": "bent pine tree", "terrain": "grass", "prop": "pine_tree_crv", "heading": null, "height": 0},
  {"words": "layered green tree", "terrain": "grass", "prop": "pt_tree", "heading": null, "height": 0},
  {"words": "layered yellow tree", "terrain": "grass", "prop": "pt_tree_lm", "heading": null, "height": 0},
  {"words": "bush", "terrain": "grass", "prop": "bush", "heading": null, "height": 0},
  {"words": "yellow bush", "terrain": "grass", "prop": "bush_yw", "heading": null, "height": 0},
  {"words": "blue flowers", "terrain": "grass", "prop": "flow_bl", "heading": null, "height": 0},
  {"words": "red flowers", "terrain": "grass", "prop": "flow_rd", "heading": null, "height": 0},
  {"words": "purple flowers", "terrain": "grass", "prop": "flow_prp", "heading": null, "height": 0},
  {"words": "tuft of grass", "terrain": "grass", "prop": "grass", "heading": null, "height": 0},
  {"words": "street lamp", "terrain": "grass", "prop": "street_lamp", "heading": null, "height": 0},
  {"words": "tower", "terrain": "grass", "prop": "tower", "heading": 0, "height": 0},
  {"words": "tower", "terrain": "grass", "prop": "tower", "heading": 1, "height": 0},
  {"words": "tower", "terrain": "grass", "prop": "tower", "heading": 2, "height": 0},
  {"words": "tower", "terrain": "grass", "prop": "tower", "heading": 3, "height": 0},
  {"words": "tower", "terrain": "grass", "prop": "tower", "heading": 4, "height": 0},
  {"words": "tower", "terrain": "grass", "prop": "tower", "heading": 5, "height": 0},
  {"words": "windmill", "terrain": "grass", "prop": "windmill", "heading": 0, "height": 0},
  {"words": "windmill", "terrain": "grass", "prop": "windmill", "heading": 1, "height": 0},
  {"words": "windmill", "terrain": "grass", "prop": "windmill", "heading": 2, "height": 0},
  {"words": "windmill", "terrain": "grass", "prop": "windmill", "heading": 3, "height": 0},
  {"words": "windmill", "terrain": "grass", "prop": "windmill", "heading": 4, "height": 0},
  {"words": "windmill", "terrain": "grass", "prop": "windmill", "heading": 5, "height": 0},
  {"words": "green hut", "terrain": "grass", "prop": "hut_green", "heading": 0, "height": 0},
  {"words": "green hut", "terrain": "grass", "prop": "hut_green", "heading": 1, "height": 0},
  {"words": "green hut", "terrain": "grass", "prop": "hut_green", "heading": 2, "height": 0},
  {"words": "green hut", "terrain": "grass", "prop": "hut_green", "heading": 3, "height": 0},
  {"words": "green hut", "terrain": "grass", "prop": "hut_green", "heading": 4, "height": 0},
  {"words": "green hut", "terrain": "grass", "prop": "hut_green", "heading": 5, "height": 0},
  {"words": "red hut", "terrain": "grass", "prop": "hut_red", "heading": 0, "height": 0},
  {"words": "red hut", "terrain": "grass", "prop": "hut_red", "heading": 1, "height": 0},
  {"words": "red hut", "terrain": "grass", "prop": "hut_red", "heading": 2, "height": 0},
  {"words": "red hut", "terrain": "grass", "prop": "hut_red", "heading": 3, "height": 0},
  {"words": "red hut", "terrain": "grass", "prop": "hut_red", "heading": 4, "height": 0},
  {"words": "red hut", "terrain": "grass", "prop": "hut_red", "heading": 5, "height": 0},
  {"words": "yellow hut", "terrain": "grass", "prop": "hut_yellow", "heading": 0, "height": 0},
  {"words": "yellow hut", "terrain": "grass", "prop": "hut_yellow", "heading": 1, "height": 0},
  {"words": "yellow hut", "terrain": "grass", "prop": "hut_yellow", "heading": 2, "height": 0},
  {"words": "yellow hut", "terrain": "grass", "prop": "hut_yellow", "heading": 3, "height": 0},
  {"words": "yellow hut", "terrain": "grass", "prop": "hut_yellow", "heading": 4, "height": 0},
  {"words": "yellow hut", "terrain": "grass", "prop": "hut_yellow", "heading": 5, "height": 0},
  {"words": "blue hut", "terrain": "grass", "prop": "hut_blue", "heading": 0, "height": 0},
  {"words": "blue hut", "terrain": "grass", "prop": "hut_blue", "heading": 1, "height": 0},
  {"words": "blue hut", "terrain": "grass", "prop": "hut_blue", "heading": 2, "height": 0},
  {"words": "blue hut", "terrain": "grass", "prop": "hut_blue", "heading": 3, "height": 0},
  {"words": "blue hut", "terrain": "grass", "prop": "hut_blue", "heading": 4, "height": 0},
  {"words": "blue hut", "terrain": "grass", "prop": "hut_blue", "heading": 5, "height": 0},
  {"words": "black hut", "terrain": "grass", "prop": "hut_black", "heading": 0, "height": 0},
  {"words": "black hut", "terrain": "grass", "prop": "hut_black", "heading": 1, "height": 0},
  {"words": "black hut", "terrain": "grass", "prop": "hut_black", "heading": 2, "height": 0},
  {"words": "black hut", "terrain": "grass", "prop": "hut_black", "heading": 3, "height": 0},
  {"words": "black hut", "terrain": "grass", "prop": "hut_black", "heading": 4, "height": 0},
  {"words": "black hut", "terrain": "grass", "prop": "hut_black", "heading": 5, "height": 0},
  {"words": "tent", "terrain": "grass", "prop": "house_lvl1", "heading": 0, "height": 0},
  {"words": "tent", "terrain": "grass", "prop": "house_lvl1", "heading": 1, "height": 0},
  {"words": "tent", "terrain": "grass", "prop": "house_lvl1", "heading": 2, "height": 0},
  {"words": "tent", "terrain": "grass", "prop": "house_lvl1", "heading": 3, "height": 0},
  {"words": "tent", "terrain": "grass", "prop": "house_lvl1", "heading": 4, "height": 0},
  {"words": "tent", "terrain": "grass", "prop": "house_lvl1", "heading": 5, "height": 0},
];

export type PlayerWord = "leader" | "follower";
export type SeatWord = "leader" | "follower" | "watcher";
export type ActionWord = "forward" | "backward" | "left" | "right" | "done";
export type ColourWord = "blue" | "green" | "pink" | "red" | "yellow" | "black" | "orange";
export type ShapeWord = "cube" | "diamond" | "heart" | "plus" | "star" | "triangle" | "torus";
export type StatusWord = "waiting" | "current" | "finished" | "cancelled" | "given-up" | "unfinished";
export type SignalWord = "thumb-up" | "thumb-down" | "question" | "remark";
export type CancellingWord = "never" | "own-turn" | "any-turn";
export type TurnEndWord = "done" | "time-out" | "no-steps" | "skipped" | "cancelled";
export type GameEndWord = "no-turns" | "leader-left" | "follower-left" | "abandoned" | "tutorial-done";
export type CameraWord = "tilted" | "overhead";
export type PagePart = "arrows" | "board" | "camera" | "current-instruction" | "done" | "inset" | "instruction-box" | "instructions" | "score" | "selected-cards";
export type RefusalWord = "malformed" | "too-fast" | "not-allowed" | "not-your-turn" | "blocked" | "illegal" | "not-stored";
export type GoodbyeWord = "no-hello" | "other-version" | "unknown-token" | "replaced" | "too-fast" | "too-slow" | "stopping" | "elsewhere";
export type RoomStatus = "waiting" | "playing" | "paused" | "over";
export type Mode = "agent" | "friend" | "match" | "both" | "tutorial";
export type EndWord = "finished" | "declined" | "failed-quiz" | "no-partner" | "excluded";

/** What a follower means to do: four distributions over cells (paper, Section 4), and words. */
export interface Plan {
  trajectory?: Record<number, number>;
  goals?: Record<number, number>;
  avoid?: Record<number, number>;
  blocked?: Record<number, number>;
  understood?: string;
}

/** Where a player stands and looks. */
export interface PoseShown {
  cell: number;
  heading: number;
}

/** A card on the board; no two lie on one cell, and a cell never gets a second card. */
export interface CardShown {
  cell: number;
  count: number;
  colour: ColourWord;
  shape: ShapeWord;
  is_selected?: boolean;
}

/** What the leader wrote, and what has become of it. */
export interface InstructionShown {
  text: string;
  status: StatusWord;
  reason?: string;
  understood?: string;
}

/** All that changes in a game, as far as the seat may know it. */
export interface Situation {
  leader?: PoseShown | null;
  follower: PoseShown;
  cards: CardShown[];
  is_invalid?: boolean;
  turn: PlayerWord;
  steps_left: number;
  half_turns_left?: number | null;
  score: number;
  seconds_left: number;
  is_clock_running: boolean;
  legal?: ActionWord[];
  can_instruct?: boolean;
  can_cancel?: boolean;
  signals?: SignalWord[];
  instructions?: InstructionShown[];
}

/** A player took a step; the follower hears of the leader's only where they are in view. */
export interface StepTold {
  type: "step";
  by: PlayerWord;
  action: ActionWord;
}

/** A card was selected or deselected. */
export interface ToggleTold {
  type: "toggle";
  by: PlayerWord;
  cell: number;
  is_selected: boolean;
}

/** The selected cards were a set; the follower is told the cells in view only. */
export interface SetTold {
  type: "set";
  score: number;
  extra_half_turns: number;
  old: number[];
  new: number[];
}

/** The leader sent an instruction; the follower hears of it when it is the current one. */
export interface InstructionTold {
  type: "instruct";
  text: string;
}

/** The follower is done with an instruction. */
export interface FinishTold {
  type: "finish";
  text: string;
}

/** The follower could not carry out an instruction, and is done with it. */
export interface GiveUpTold {
  type: "give-up";
  text: string;
  reason?: string;
}

/** The leader withdrew instructions; the follower hears of the one that it knows. */
export interface CancelTold {
  type: "cancel";
  texts: string[];
}

/** A player told the other something. */
export interface SignalTold {
  type: "signal";
  kind: SignalWord;
  text?: string;
}

/** Who plays a role from now on; in replays only, as the room tells it in a game. */
export interface SeatTold {
  type: "seat";
  role: PlayerWord;
  name: string;
}

/** The game's clock stood still for a while; in replays only. */
export interface PauseTold {
  type: "pause";
}

/** A turn ended. */
export interface TurnEndTold {
  type: "turn-end";
  by: PlayerWord;
  how: TurnEndWord;
}

/** The game ended. */
export interface GameEndTold {
  type: "end";
  how: GameEndWord;
  score: number;
}

/** Take or take up again the seat of a token; always the first message. */
export interface Hello {
  type: "hello";
  version: number;
  token: string;
  is_ready?: boolean;
}

/** Let the game begin; whoever is here and has not said so holds its clock for a while. */
export interface Ready {
  type: "ready";
  id: number;
}

/** Open or close the help; meanwhile the clock of a game without other people stands still. */
export interface ReadHelp {
  type: "help";
  id: number;
  is_open: boolean;
}

/** Take a step, or be done: with the turn (leader) or the current instruction (follower). */
export interface Act {
  type: "act";
  id: number;
  action: ActionWord;
}

/** Send an instruction to the follower. */
export interface Instruct {
  type: "instruct";
  id: number;
  text: string;
}

/** Withdraw all instructions that wait, the current one included. */
export interface Cancel {
  type: "cancel";
  id: number;
}

/** Be done with the current instruction, which cannot be carried out. */
export interface GiveUp {
  type: "give-up";
  id: number;
  reason?: string;
}

/** Tell the partner something that changes nothing: one of the situation's `signals`. */
export interface SendSignal {
  type: "signal";
  id: number;
  kind: SignalWord;
  text?: string;
}

/** Show the leader what the follower means to do. */
export interface PublishPlan {
  type: "plan";
  id: number;
  plan: Plan;
}

/** Tell that the leader looks from elsewhere; in tutorials only. */
export interface ToggleCamera {
  type: "camera";
  id: number;
  camera: CameraWord;
}

/** Let an agent take the partner's seat, when the partner is away or has failed. */
export interface Replace {
  type: "replace";
  id: number;
  agent: string;
}

/** Tell the experimenters something about the game. */
export interface Comment {
  type: "comment";
  id: number;
  text: string;
}

/** Leave the game for good. */
export interface Leave {
  type: "leave";
  id: number;
}

/** Ask whether the server is there. */
export interface Ping {
  type: "ping";
  id: number;
}

/** The rules of this game, as far as players need them. */
export interface RulesShown {
  leader_steps: number;
  follower_steps: number;
  leader_seconds: number;
  follower_seconds: number;
  half_turns?: number | null;
  cards: number;
  cancelling?: CancellingWord;
  thumbs?: boolean;
  remarks?: boolean;
}

/** How the follower sees, centred on the heading. */
export interface SightShown {
  degrees: number;
  range_cells?: number | null;
  sees_beside?: boolean;
}

/** Who has a player's seat. */
export interface PlayerShown {
  name?: string;
  kind?: "agent" | "nobody" | "person" | "somebody";
  is_here?: boolean;
  is_ready?: boolean;
}

/** A partner who is away from a game that has begun. */
export interface AwayShown {
  seconds: number;
  limit_seconds: number;
}

/** How the room stands; sent whenever it changes. */
export interface RoomShown {
  type: "room";
  status: RoomStatus;
  leader: PlayerShown;
  follower: PlayerShown;
  problem?: string;
  offers?: string[];
  invite?: string | null;
  watch?: string | null;
  replay?: string | null;
  end?: GameEndWord | null;
  away?: AwayShown | null;
}

/** What a card looks like, wherever it lies. */
export interface FaceShown {
  count: number;
  colour: ColourWord;
  shape: ShapeWord;
}

/** What a tutorial asks for now; sent whenever that changes. */
export interface TutorialShown {
  type: "tutorial";
  text: string;
  number: number;
  of: number;
  points_at?: PagePart | null;
  card?: FaceShown | null;
  is_detour?: boolean;
  is_done?: boolean;
}

/** All that a seat may know, on joining. */
export interface Welcome {
  type: "welcome";
  version: number;
  seat: SeatWord;
  game_id: string;
  rules: RulesShown;
  sight: SightShown;
  tiles: number[];
  situation: Situation;
  room: RoomShown;
  plan?: Plan | null;
  said?: SignalTold[];
  seed?: number | null;
  tutorial?: TutorialShown | null;
}

/** Something happened; sent after it was stored. */
export interface Update {
  type: "update";
  id?: number | null;
  happenings?: Happening[];
  tiles?: [number, number][];
  situation: Situation;
}

/** What the follower means to do; for leaders and watchers. */
export interface PlanShown {
  type: "plan";
  plan?: Plan | null;
}

/** A request without visible effect was carried out; also answers a `Ping`. */
export interface Done {
  type: "ok";
  id: number;
}

/** A request changed nothing. */
export interface Refused {
  type: "refused";
  id?: number | null;
  code: RefusalWord;
  reason: string;
}

/**
 * The server closes this connection; coming back helps unless the token or version is wrong.
 */
export interface Goodbye {
  type: "goodbye";
  code: GoodbyeWord;
  reason: string;
  address?: string;
}

/** What the lobby's form and the players may ask for, at most. */
export interface LimitsShown {
  name_length: number;
  instruction_length: number;
  remark_length: number;
  comment_length: number;
  seed: number;
  seed_modes: Mode[];
}

/** GET /api/lobby: what can be played here. */
export interface Lobby {
  version: number;
  followers: string[];
  leaders: string[];
  waiting_leaders: number;
  waiting_followers: number;
  games: number;
  is_full?: boolean;
  limits: LimitsShown;
  rules: RulesShown;
}

/** POST /api/rooms: play. */
export interface OpenRoom {
  mode: Mode;
  role?: "any" | "follower" | "leader";
  agent?: string | null;
  name?: string;
  person?: string;
  is_program?: boolean;
  seed?: number | null;
}

/** POST /api/seats: accept an invitation. */
export interface TakeSeat {
  invite: string;
  name?: string;
  person?: string;
  is_program?: boolean;
}

/** A seat that was given to whoever asked. */
export interface SeatGiven {
  role: PlayerWord;
  token: string;
}

/** The answer: one seat, or two for a person in both roles. */
export interface Seated {
  seats: SeatGiven[];
}

/**
 * POST /api/replay: see a game that is over. A recorded game, as one line of a corpus, can be
 * posted to /api/replay/record instead.
 */
export interface AskReplay {
  token: string;
}

/** The game after an event; as a situation, but cards and statuses only if they changed. */
export interface FrameShown {
  at: number;
  leader: PoseShown;
  follower: PoseShown;
  turn: PlayerWord;
  steps_left: number;
  half_turns_left?: number | null;
  score: number;
  seconds_left: number;
  is_invalid?: boolean;
  changes?: [number, StatusWord][];
  cards?: CardShown[] | null;
  happenings?: Happening[];
}

/** A whole game, for the replay page. */
export interface ReplayShown {
  game_id: string;
  started: string;
  leader: string;
  follower: string;
  score: number;
  seconds: number;
  rules: RulesShown;
  tiles: number[];
  instructions: InstructionShown[];
  frames: FrameShown[];
}

/** The answer to a request that was refused. */
export interface Problem {
  reason: string;
}

/** POST /api/study/enter: come to a study. */
export interface EnterStudy {
  study: string;
  link?: Record<string, string>;
  person?: string;
  is_program?: boolean;
}

/** The answer: what to say from now on. */
export interface VisitGiven {
  token: string;
  is_preview?: boolean;
  title?: string;
}

/** Take part, or not. */
export interface Agree {
  type: "agree";
  is_agreed: boolean;
}

/** Go on from a text, or begin the next game. */
export interface GoOn {
  type: "go-on";
}

/** Wait no longer for a partner who did not come in the study's time; the visit ends. */
export interface StopWaiting {
  type: "stop-waiting";
}

/** The numbers of the chosen answers, in the order of the questions. */
export interface QuizReply {
  type: "quiz";
  answers: number[];
}

/** Answers by the ids of their items. */
export interface QuestionnaireReply {
  type: "questionnaire";
  answers: Record<string, unknown>;
}

/** The instruction for a board. */
export interface WriteReply {
  type: "write";
  text: string;
}

/** What somebody takes an instruction to mean, as marks on the board. */
export interface CarryOutReply {
  type: "carry-out";
  cards?: number[];
  cell?: number | null;
  is_unclear?: boolean;
}

/** POST /api/study/visit: see the step that one is at. */
export interface AskVisit {
  token: string;
}

/** POST /api/study/answer: go on from a step. */
export interface AnswerStep {
  token: string;
  step: string;
  round?: number;
  reply: Reply;
}

/** A text to agree to. */
export interface ConsentShown {
  type: "consent";
  html: string;
  agree: string;
}

/** A text to read. */
export interface TextShown {
  type: "text";
  html: string;
  wait_seconds?: number;
}

/** A seat that is waited for: in a tutorial or in a game. */
export interface PlayShown {
  type: "play";
  seat: SeatGiven;
  is_tutorial?: boolean;
  wait_seconds?: number | null;
  partner_left?: string;
}

/** The next game, before it is begun. */
export interface BeforeGameShown {
  type: "before-game";
  role?: PlayerWord | null;
  number: number;
  of: number;
  language?: string;
  wait_minutes?: number;
  is_blind?: boolean;
}

/** A question of the quiz. */
export interface QuestionAsked {
  text: string;
  answers: string[];
  picture?: string;
}

/** A try of the quiz. */
export interface QuizShown {
  type: "quiz";
  questions: QuestionAsked[];
  right_needed: number;
  tries_left: number;
  explanations?: string[];
  right_before?: number | null;
}

/** One question of a questionnaire. */
export interface ItemAsked {
  id: string;
  kind: "choice" | "free-text" | "partner" | "scale";
  text: string;
  is_required?: boolean;
  max_length?: number;
  options?: string[];
  is_several?: boolean;
  points?: number;
  low?: string;
  high?: string;
}

/** Questions about a person or a game. */
export interface QuestionnaireShown {
  type: "questionnaire";
  title: string;
  items: ItemAsked[];
  is_about_game?: boolean;
}

/** A board without a game. */
export interface BoardShown {
  tiles: number[];
  cards: CardShown[];
  leader: PoseShown;
  follower: PoseShown;
}

/** A board with a goal, for which an instruction is to be written. */
export interface WriteShown {
  type: "write";
  board: BoardShown;
  cards?: number[];
  cell?: number | null;
  number: number;
  of: number;
}

/** An instruction to carry out. */
export interface CarryOutShown {
  type: "carry-out";
  board: BoardShown;
  text: string;
  number: number;
  of: number;
}

/** The end of a visit. */
export interface EndShown {
  type: "end";
  how: EndWord;
  html?: string;
  code?: string;
  url?: string;
  is_mturk?: boolean;
  points?: number;
  earned?: string;
}

/** Where a participant is. */
export interface VisitShown {
  study: string;
  title: string;
  contact?: string;
  step: string;
  round?: number;
  number: number;
  of: number;
  shown: Shown;
  messages?: string[];
}

export type Happening = StepTold | ToggleTold | SetTold | InstructionTold | FinishTold | GiveUpTold | CancelTold | SignalTold | SeatTold | PauseTold | TurnEndTold | GameEndTold;
export type FromClient = Hello | Ready | ReadHelp | Act | Instruct | Cancel | GiveUp | SendSignal | PublishPlan | ToggleCamera | Replace | Comment | Leave | Ping;
export type FromServer = Welcome | Update | RoomShown | PlanShown | TutorialShown | Done | Refused | Goodbye;
export type Reply = Agree | GoOn | StopWaiting | QuizReply | QuestionnaireReply | WriteReply | CarryOutReply;
export type Shown = ConsentShown | TextShown | PlayShown | BeforeGameShown | QuizShown | QuestionnaireShown | WriteShown | CarryOutShown | EndShown;
