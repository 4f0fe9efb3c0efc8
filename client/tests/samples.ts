import type {
  FrameShown,
  Happening,
  ReplayShown,
  RoomShown,
  SeatWord,
  Situation,
  Update,
  Welcome,
} from "../src/protocol";

/** A situation in the leader's turn, with some of it changed. */
export function situation(changes: Partial<Situation> = {}): Situation {
  return {
    leader: { cell: 10, heading: 0 },
    follower: { cell: 20, heading: 1 },
    cards: [
      { cell: 30, count: 2, colour: "red", shape: "heart" },
      { cell: 31, count: 1, colour: "blue", shape: "torus" },
    ],
    turn: "leader",
    steps_left: 5,
    half_turns_left: 12,
    score: 0,
    seconds_left: 45,
    is_clock_running: true,
    ...changes,
  };
}

/** A room in which two people play. */
export function room(changes: Partial<RoomShown> = {}): RoomShown {
  return {
    type: "room",
    status: "playing",
    leader: { name: "Ada", kind: "person", is_here: true },
    follower: { name: "Grace", kind: "person", is_here: true },
    ...changes,
  };
}

/** What a seat is welcomed with. */
export function welcome(seat: SeatWord = "leader", at: Situation = situation()): Welcome {
  return {
    type: "welcome",
    version: 3,
    seat,
    game_id: "game",
    rules: {
      leader_steps: 5,
      follower_steps: 10,
      leader_seconds: 45,
      follower_seconds: 15,
      half_turns: 12,
      cards: 21,
    },
    sight: { degrees: 111 },
    tiles: Array<number>(625).fill(255),
    situation: at,
    room: room(),
  };
}

/** News of a game. */
export function update(happenings: Happening[], after: Situation = situation()): Update {
  return { type: "update", happenings, situation: after };
}

/** A recorded game of four moments with one set and two instructions. */
export function replay(): ReplayShown {
  const frame = (at: number, changes: Partial<FrameShown>): FrameShown => ({
    at,
    leader: { cell: 10, heading: 0 },
    follower: { cell: 20, heading: 1 },
    turn: "leader",
    steps_left: 5,
    half_turns_left: 12,
    score: 0,
    seconds_left: 45,
    ...changes,
  });
  return {
    game_id: "game",
    started: "2026-01-01T00:00:00+00:00",
    leader: "Ada",
    follower: "Grace",
    score: 1,
    seconds: 60,
    rules: welcome().rules,
    tiles: Array<number>(625).fill(0),
    instructions: [
      { text: "go left", status: "given-up", reason: "water" },
      { text: "go right", status: "unfinished" },
    ],
    frames: [
      frame(0, { cards: situation().cards }),
      frame(5, {
        changes: [
          [0, "current"],
          [1, "waiting"],
        ],
      }),
      frame(20, {
        turn: "follower",
        happenings: [{ type: "turn-end", by: "leader", how: "done" }],
      }),
      frame(30, {
        changes: [
          [0, "given-up"],
          [1, "current"],
        ],
        turn: "follower",
        score: 1,
        cards: [{ cell: 40, count: 3, colour: "green", shape: "star" }],
        happenings: [
          { type: "set", score: 1, extra_half_turns: 10, old: [30, 31, 32], new: [40, 41, 42] },
        ],
      }),
    ],
  };
}
