"""A game to play: one record with its instruction texts and history, and errors that explain."""

import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cerealbar.game.actions import Action, Outcome, Refusal, check_action, deed_words
from cerealbar.game.cards import CARDS, Card
from cerealbar.game.compiled import Array, kernel
from cerealbar.game.errors import (
    GameOverError,
    IllegalActionError,
    InstructionError,
    NoStepsLeftError,
    OutOfTurnError,
    RoleError,
)
from cerealbar.game.hexgrid import Heading, Pose, coordinates
from cerealbar.game.maps import new_state
from cerealbar.game.notation import format_state
from cerealbar.game.rules import PAPER, UNLIMITED, Rules
from cerealbar.game.state import Player, StateArray
from cerealbar.game.turns import ACTION_COUNT, apply, can_end_turn, fill_legal
from cerealbar.game.world import fill_sets, is_invalid

MAX_INSTRUCTION_LENGTH = 1000
"""Characters in an instruction; the longest of the paper's has 55 words."""

_FINISHED = int(Outcome.FINISHED)
_OUTCOMES = tuple(Outcome(bits) for bits in range(2 * Outcome.GAME_OVER))
_REFUSALS: dict[Refusal, tuple[type[IllegalActionError], str]] = {
    Refusal.GAME_OVER: (GameOverError, "the game is over"),
    Refusal.NO_STEPS: (NoStepsLeftError, "no steps are left in this turn"),
    Refusal.NOT_LEADER: (RoleError, "only the leader gives instructions"),
    Refusal.QUEUE_FULL: (IllegalActionError, "the queue is full"),
}


class Status(StrEnum):
    """How far an instruction has got."""

    DONE = "done"
    CURRENT = "current"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class Instruction:
    """What the leader wrote, and how far the follower has got with it."""

    text: str
    status: Status


@dataclass(frozen=True, slots=True)
class Event:
    """One accepted action of a game."""

    player: Player
    action: Action
    outcome: Outcome
    text: str | None = None


@dataclass(frozen=True, slots=True)
class CardOnBoard:
    """A card, the cell on which it lies, and whether it is selected."""

    card: Card
    cell: int
    is_selected: bool


@kernel
def _apply_one(states: Array, action: int) -> int:
    return apply(states[0], action)


@kernel
def _fill_legal_one(states: Array, mask: Array) -> None:
    fill_legal(states[0], mask)


@kernel
def _fill_sets(states: Array, sets: Array) -> int:
    return fill_sets(states[0], sets)


@kernel
def _can_end_turn(states: Array) -> bool:
    return can_end_turn(states[0])


@kernel
def _is_invalid(states: Array) -> bool:
    return is_invalid(states[0])


def check_instruction(text: object) -> str:
    """The text as an instruction, without the white space around it.

    Raises:
        InstructionError: it is no text, empty, too long, or has control characters.
    """
    if not isinstance(text, str):
        raise InstructionError(f"{text!r} is no instruction: expected a text")
    stripped = text.strip()
    if not stripped:
        raise InstructionError(f"{text[:40]!r} is no instruction: it is empty")
    if len(stripped) > MAX_INSTRUCTION_LENGTH:
        raise InstructionError(
            f"{stripped[:40]!r}... is no instruction: {len(stripped)} characters, "
            f"the most is {MAX_INSTRUCTION_LENGTH}"
        )
    bad = "" if stripped.isprintable() else _first_control_character(stripped)
    if bad:
        raise InstructionError(
            f"{stripped[:40]!r} is no instruction: {bad!r} is no character of it"
        )
    return stripped


def _first_control_character(text: str) -> str:
    return next((c for c in text if unicodedata.category(c) in ("Cc", "Cs")), "")


class Game:
    """A game between a leader and a follower.

    `states` is its record as an array of one, for the batch functions and for views.
    """

    def __init__(self, seed: int, rules: Rules = PAPER) -> None:
        self._begin(new_state(seed, rules), rules, ())

    def _begin(self, states: StateArray, rules: Rules, texts: tuple[str, ...]) -> None:
        self.rules = rules
        self.states = states
        self.history: list[Event] = []
        self._texts = list(texts)
        self._finished = 0
        self._turn = states["turn"]  # a view, as looking up a field by name is slow
        self._left = states["half_turns_left"]

    @classmethod
    def from_states(
        cls, states: StateArray, rules: Rules = PAPER, texts: tuple[str, ...] = ()
    ) -> "Game":
        """A game that goes on from a record; `texts` are the instructions that wait in it."""
        if len(texts) != states[0]["waiting"]:
            raise InstructionError(
                f"{len(texts)} instruction texts given, but {states[0]['waiting']} wait"
            )
        game = cls.__new__(cls)
        game._begin(states.copy(), rules, texts)
        return game

    def copy(self) -> "Game":
        """An independent game in the same state, with the same history."""
        twin = Game.__new__(Game)
        twin._begin(self.states.copy(), self.rules, tuple(self._texts))
        twin.history = self.history.copy()
        twin._finished = self._finished
        return twin

    def __getstate__(self) -> tuple[object, ...]:
        return self.rules, self.states, self.history, self._texts, self._finished

    def __setstate__(self, parts: tuple[Any, ...]) -> None:
        rules, states, history, texts, finished = parts
        self._begin(states, rules, tuple(texts))
        self.history = history
        self._finished = finished

    def step(
        self, action: Action, *, player: Player | None = None, text: str | None = None
    ) -> Outcome:
        """Take an action; `player` is who asks for it, by default whoever's turn it is.

        Raises:
            UnknownActionError: the value is no action.
            InstructionError: the action is to instruct, and `text` cannot be sent.
            IllegalActionError: the rules refuse it; the game is unchanged.
        """
        action = check_action(action)
        actor = self.turn
        if player is not None and player != actor and not self.is_over:
            raise self._refuse(OutOfTurnError, player, action, f"it is the {actor.word}'s turn")
        if action is Action.INSTRUCT and actor is Player.LEADER and not self.is_over:
            text = check_instruction(text)
        result = _apply_one(self.states, action.value)
        if result < 0:
            error, reason = _REFUSALS[Refusal(result)]
            raise self._refuse(error, player if player is not None else actor, action, reason)
        outcome = _OUTCOMES[result]
        if action is Action.INSTRUCT and text is not None:
            self._texts.append(text)
        else:
            text = None
        self._finished += bool(result & _FINISHED)
        self.history.append(Event(actor, action, outcome, text))
        return outcome

    def instruct(self, text: str, *, player: Player | None = None) -> Outcome:
        """Send an instruction to the follower."""
        return self.step(Action.INSTRUCT, player=player, text=text)

    def _refuse(
        self, error: type[IllegalActionError], player: Player, action: Action, reason: str
    ) -> IllegalActionError:
        refusal = error(f"{player.word} cannot {deed_words(action)}: {reason}")
        refusal.add_note(f"state: {self}")
        return refusal

    def legal_actions(self) -> tuple[Action, ...]:
        """The actions that would change something now, time-outs included."""
        mask = self.legal_mask()
        return tuple(action for action in Action if mask[action])

    def legal_mask(self) -> NDArray[np.bool_]:
        """(7,): which actions would change something now."""
        mask = np.empty(ACTION_COUNT, np.bool_)
        _fill_legal_one(self.states, mask)
        return mask

    @property
    def turn(self) -> Player:
        """Whose turn it is."""
        return Player.FOLLOWER if self._turn[0] else Player.LEADER

    @property
    def steps_left(self) -> int:
        """Steps left in this turn."""
        return int(self.states["steps_left"][0])

    @property
    def half_turns_left(self) -> int | None:
        """Turns of both players left, this one included; None if they never run out."""
        left = int(self._left[0])
        return None if left == UNLIMITED else left

    @property
    def score(self) -> int:
        """Sets made."""
        return int(self.states["score"][0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._left[0] == 0)

    @property
    def can_end_turn(self) -> bool:
        """Whether the leader's end-turn button is enabled."""
        return bool(_can_end_turn(self.states))

    @property
    def has_invalid_selection(self) -> bool:
        """Whether selected cards clash; only the leader may see it."""
        return bool(_is_invalid(self.states))

    @property
    def cards(self) -> tuple[CardOnBoard, ...]:
        """The cards on the board, by slot."""
        state = self.states[0]
        count, selected = int(state["cards"]), int(state["selected"])
        kinds, cells = state["card_kind"][:count].tolist(), state["card_cell"][:count].tolist()
        return tuple(
            CardOnBoard(CARDS[kind], cell, bool(selected >> slot & 1))
            for slot, (kind, cell) in enumerate(zip(kinds, cells, strict=True))
        )

    @property
    def valid_sets(self) -> NDArray[np.int16]:
        """(n, 3): the slots of each valid set on the board."""
        sets = np.empty((comb(self.states["cards"][0], 3), 3), np.int16)
        return sets[: _fill_sets(self.states, sets)]

    def pose(self, player: Player) -> Pose:
        """Where a player stands and looks."""
        state = self.states[0]
        return Pose(int(state["player_cell"][player]), Heading(state["player_heading"][player]))

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """All instructions sent, oldest first."""
        return tuple(
            Instruction(
                text,
                Status.DONE
                if i < self._finished
                else Status.CURRENT
                if i == self._finished
                else Status.WAITING,
            )
            for i, text in enumerate(self._texts)
        )

    @property
    def current_instruction(self) -> str | None:
        """The text at the head of the queue."""
        return self._texts[self._finished] if self._finished < len(self._texts) else None

    def __str__(self) -> str:
        return format_state(self.states)

    def __repr__(self) -> str:
        x, z = coordinates(self.pose(self.turn).cell)
        return (
            f"<Game seed={self.states['seed'][0]} score={self.score} turn={self.turn.word} "
            f"at ({x}, {z}) steps={self.steps_left} left={self.half_turns_left}>"
        )
