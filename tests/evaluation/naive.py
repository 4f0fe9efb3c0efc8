"""Cascaded evaluation again, slowly and simply: one game, one instruction, one deed at a time."""

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field

import numpy as np

from cerealbar.agents import Follower, FollowTask, ask_follower
from cerealbar.agents.playing import intention_of
from cerealbar.game import (
    UNLIMITED,
    Action,
    Outcome,
    Player,
    StateArray,
    cards_on,
    step_many,
)
from cerealbar.records import GameRecord, InstructionLife, lives, replay
from cerealbar.views import BoardMemory, Sight

CardSet = frozenset[tuple[int, int]]
"""Cells and kinds of three cards."""
TURN_ENDS = (Action.DONE, Action.TIME_OUT)


class Recording:
    """A recorded game, and what of it is asked for."""

    other_sets: Container[int] = ()
    """The numbers of the sets that are taken for others than they were."""

    def __init__(self, record: GameRecord) -> None:
        self.played = replay(record)
        self.lives = lives(self.played)
        self.finished = [life for life in self.lives if life.is_finished]

    def start(self, life: InstructionLife) -> StateArray:
        first = int(life.deeds[0])
        states = self.played.states[first : first + 1].copy()
        states["half_turns_left"] = UNLIMITED
        return states

    def turns_after(self, deed: int) -> list[list[int]]:
        """The leader's turns after a deed."""
        turns: list[list[int]] = [[]]
        deeds = zip(self.played.players[deed:], self.played.actions[deed:], strict=True)
        for player, action in deeds:
            if player == Player.LEADER:
                turns[-1].append(int(action))
                if action in TURN_ENDS:
                    turns.append([])
        return turns if turns[-1] else turns[:-1]

    def sets_after(self, deed: int) -> list[CardSet | None]:
        states, outcomes = self.played.states, self.played.outcomes
        return [
            None
            if int(states["score"][i]) in self.other_sets
            else selected_after(states[i : i + 1], states[i + 1 : i + 2])
            for i in range(deed, len(outcomes))
            if outcomes[i] & Outcome.SET_MADE
        ]

    def changed(self, life: InstructionLife) -> set[int]:
        """The cells of the cards that the recorded follower changed."""
        cards = {card.cell for card in cards_on(self.start(life))}
        actions, cells = self.played.actions, self.played.states["player_cell"][:, Player.FOLLOWER]
        touched = Counter(int(cells[i + 1]) for i in life.deeds if actions[i] <= Action.BACKWARD)
        return {cell for cell, times in touched.items() if times % 2 and cell in cards}


def selected_after(before: StateArray, after: StateArray) -> CardSet:
    """The set that was made between two states."""
    cards = {card.cell: card for card in cards_on(before)}
    selected = {cell for cell, card in cards.items() if card.is_selected}
    moved = {int(c) for c in after["player_cell"][0]} - {int(c) for c in before["player_cell"][0]}
    (last,) = moved
    return frozenset((cell, cards[cell].card.kind) for cell in selected ^ {last})


@dataclass
class Told:
    """What became of a game from an instruction on."""

    left: int
    """Instructions that the recorded follower finished from there on."""
    sets_left: int
    followed: list[bool] = field(default_factory=list)
    as_meant: list[bool] = field(default_factory=list)
    gained: int = 0
    stop_followed: int = 0
    stop_gained: int = 0
    odd_sets: int = 0


class NaiveRun:
    """One game that is played from a recorded instruction to its end."""

    def __init__(
        self,
        recording: Recording,
        first: InstructionLife,
        follower: Follower,
        limit: int | None,
        sight: Sight | None = None,
    ) -> None:
        self.recording, self.follower, self.limit = recording, follower, limit
        self.states = recording.start(first)
        deed = int(first.deeds[0])
        self.turns = recording.turns_after(deed)
        self.sets = recording.sets_after(deed)
        self.queue = [first.number + i for i in range(int(self.states["waiting"][0]))]
        self.sent = first.number + len(self.queue)
        left = [life for life in recording.finished if life.number >= first.number]
        self.told = Told(len(left), len(self.sets))
        self.has_stopped = False
        """Whether the run is over by rule stop."""
        self.memory: BoardMemory | None = None
        if sight is not None:
            self.memory = remember(recording, first, sight)
            self.memory.look(self.states)

    def act(self, action: int) -> Outcome | None:
        """Do something by the rules; None if they refuse."""
        before = self.states.copy()
        (result,) = step_many(self.states, np.array([action], np.uint8)).tolist()
        if self.memory is not None:
            self.memory.look(self.states)
        if result < 0:
            return None
        outcome = Outcome(result)
        if Outcome.SET_MADE in outcome:
            self.told.gained += 1
            self.told.stop_gained += not self.has_stopped
            expected = self.sets.pop(0) if self.sets else None
            if selected_after(before, self.states) != expected:
                self.told.odd_sets += 1
                self.has_stopped = True
        return outcome

    def is_turn(self, player: Player) -> bool:
        return bool(self.states["turn"][0] == player)

    def lead(self) -> bool:
        """Play leader turns until the follower may act; False if the game is over."""
        while self.is_turn(Player.LEADER):
            if not self.turns and not self.queue:
                return False
            for action in self.turns.pop(0) if self.turns else [Action.DONE]:
                outcome = self.act(action)
                if action == Action.INSTRUCT:
                    self.queue.append(self.sent)
                    self.sent += 1
                elif action == Action.CANCEL and outcome is not None:
                    self.queue.clear()
        return True

    def play(self) -> Told:
        finished = {life.number: life for life in self.recording.finished}
        while self.lead():
            life = finished.get(self.queue[0])
            had_stopped = self.has_stopped
            is_followed = life is None or self.carry_out(life)
            self.told.stop_followed += life is not None and is_followed and not had_stopped
            if self.queue and (life is None or self.queue[0] == life.number):
                self.act(Action.DONE)
                self.queue.pop(0)
            self.lead_and_skip(finished)
            self.has_stopped |= not is_followed
        return self.told

    def lead_and_skip(self, finished: dict[int, InstructionLife]) -> None:
        """Go on to the next instruction that was finished; points on the way are of the last."""
        while self.lead() and self.queue[0] not in finished:
            self.act(Action.DONE)
            self.queue.pop(0)

    def carry_out(self, life: InstructionLife) -> bool:
        """One instruction; returns whether it is followed."""
        cards = {card.cell for card in cards_on(self.states)}
        touched: Counter[int] = Counter()
        choices = steps = 0
        is_withdrawn = False
        while self.limit is None or choices < self.limit:
            action = self.choose(life, steps)
            choices += 1
            if not action.is_step:
                break
            outcome = self.act(action)
            assert outcome is not None
            if Outcome.MOVED in outcome:
                steps += 1
                cell = int(self.states["player_cell"][0, Player.FOLLOWER])
                if action <= Action.BACKWARD and cell in cards:
                    touched[cell] += 1
            is_going_on = self.lead()
            is_withdrawn = not is_going_on or self.queue[0] != life.number
            if is_withdrawn:
                break
        self.follower.forget(life.number)
        changed = {cell for cell, times in touched.items() if times % 2}
        is_followed = changed == self.recording.changed(life) and not is_withdrawn
        self.told.followed.append(is_followed)
        asked = set() if life.meant is None else set(life.meant.cards)
        asked &= {card.cell for card in cards_on(self.recording.start(life))}
        self.told.as_meant.append(changed == asked and not is_withdrawn)
        return is_followed

    def choose(self, life: InstructionLife, steps: int) -> Action:
        past = [other for other in self.recording.finished if other.number < life.number]
        task = FollowTask(
            life.number,
            self.states,
            life.text,
            len(past),
            steps,
            tuple(other.text for other in past),
            intention_of(life.meant),
        )
        if self.memory is not None:
            task = task.within(self.memory)
        (choice,) = ask_follower(self.follower, [task])
        return choice.action


def remember(recording: Recording, life: InstructionLife, sight: Sight) -> BoardMemory:
    """What the recorded follower had seen when an instruction began."""
    memory = BoardMemory(sight)
    for deed in range(int(recording.finished[0].deeds[0]), int(life.deeds[0]) + 1):
        memory.look(recording.played.states[deed : deed + 1])
    return memory


def naive_cascades(
    records: Sequence[GameRecord],
    follower: Follower,
    limit: int | None,
    sight: Sight | None = None,
) -> list[Told]:
    """What became of the games from each finished instruction on."""
    found = []
    for record in records:
        recording = Recording(record)
        for life in recording.finished:
            found.append(NaiveRun(recording, life, follower, limit, sight).play())
    return found
