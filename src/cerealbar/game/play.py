"""A game to play: one record with its instruction texts and history, and errors that explain."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from cerealbar.compiling import Array, kernel
from cerealbar.game.actions import Action, Outcome, Refusal, check_action, deed_words
from cerealbar.game.cards import CARD_SIGNS, CARDS, Card
from cerealbar.game.errors import (
    GameOverError,
    IllegalActionError,
    InstructionError,
    NoStepsLeftError,
    OutOfTurnError,
    RoleError,
)
from cerealbar.game.hexgrid import Pose, coordinates
from cerealbar.game.history import (
    MAX_REMARK_LENGTH,
    Deed,
    Instruction,
    InstructionQueue,
    Signal,
    SignalKind,
    check_instruction,
    check_signal,
    check_text,
)
from cerealbar.game.maps import new_state
from cerealbar.game.notation import format_state
from cerealbar.game.rules import PAPER, UNLIMITED, Rules
from cerealbar.game.state import STATE, Player, StateArray, pose_of
from cerealbar.game.turns import apply, can_cancel, legal_many
from cerealbar.game.world import is_invalid, sign_ahead

# As plain numbers, for speed.
_MOVED, _TOGGLED, _GAME_OVER = (
    int(bit) for bit in (Outcome.MOVED, Outcome.TOGGLED, Outcome.GAME_OVER)
)
_BETWEEN = int(Outcome.FINISHED | Outcome.CANCELLED)
_OUTCOMES = tuple(Outcome(bits) for bits in range(2 * Outcome.CANCELLED))
_SIGNS_FROM = len(_OUTCOMES)
_REFUSALS: dict[Refusal, tuple[type[IllegalActionError], str]] = {
    Refusal.GAME_OVER: (GameOverError, "the game is over"),
    Refusal.NO_STEPS: (NoStepsLeftError, "no steps are left in this turn"),
    Refusal.NOT_LEADER: (RoleError, "only the leader gives instructions"),
    Refusal.QUEUE_FULL: (IllegalActionError, "the queue is full"),
    Refusal.NOT_FOLLOWER: (RoleError, "only the follower gives instructions up"),
    Refusal.NOTHING_WAITS: (IllegalActionError, "no instruction waits"),
    Refusal.NOT_ALLOWED: (IllegalActionError, "the rules of this game do not let it now"),
}


def refusal_reason(refusal: Refusal) -> str:
    """Why the rules refuse an action, in words."""
    return _REFUSALS[refusal][1]


@dataclass(frozen=True, slots=True)
class CardOnBoard:
    """A card, the cell on which it lies, and whether it is selected."""

    card: Card
    cell: int
    is_selected: bool


def cards_on(states: StateArray) -> tuple[CardOnBoard, ...]:
    """The cards of the first of some states, by slot."""
    state = states[0]
    count, selected = int(state["cards"]), int(state["selected"])
    kinds, cells = state["card_kind"][:count].tolist(), state["card_cell"][:count].tolist()
    return tuple(
        CardOnBoard(CARDS[kind], cell, bool(selected >> slot & 1))
        for slot, (kind, cell) in enumerate(zip(kinds, cells, strict=True))
    )


def _copied(states: StateArray) -> StateArray:
    return states.view(np.uint8).copy().view(STATE)  # NumPy copies records field by field


@kernel
def _apply_one(states: Array, action: int) -> int:
    """`Outcome` bits, and in the bits above them which card was toggled; or a `Refusal`."""
    sign = sign_ahead(states[0], action)
    outcome = apply(states[0], action)
    return outcome + _SIGNS_FROM * sign if outcome & _TOGGLED and outcome > 0 else outcome


class Game:
    """A game between a leader and a follower.

    `states` is its record as an array of one, for the batch functions and for views; it may be a
    part of an array of games that are played side by side.

    Examples:
        >>> game = Game(seed=42)
        >>> game.instruct("turn around and get the blue star").name
        'INSTRUCTED'
        >>> game.step(Action.DONE).name
        'TURN_ENDED'
        >>> game.turn.word, game.steps_left, game.current_instruction
        ('follower', 10, 'turn around and get the blue star')
    """

    def __init__(self, seed: int, rules: Rules = PAPER) -> None:
        self._begin(new_state(seed, rules), rules, InstructionQueue())

    def _begin(self, states: StateArray, rules: Rules, queue: InstructionQueue) -> None:
        self.rules = rules
        self.start = _copied(states)
        """The record with which it began."""
        self.history: list[Deed | Signal] = []
        self.steps_taken = 0
        """The follower's steps under the current instruction; a bump is none."""
        self.queue = queue
        """The instructions, and what has become of each."""
        self.move_to(states)

    def move_to(self, states: StateArray) -> None:
        """Go on in another array of one, which holds the same record."""
        self.states = states
        self._turn = states["turn"]  # a view, as looking up a field by name is slow
        self._left = states["half_turns_left"]

    @classmethod
    def from_states(
        cls,
        states: StateArray,
        rules: Rules = PAPER,
        texts: tuple[str, ...] = (),
        *,
        in_place: bool = False,
    ) -> "Game":
        """A game that goes on from a record; `texts` are the instructions that wait in it.

        It changes a copy of the record, or if it is `in_place` the record itself.
        """
        if len(texts) != states[0]["waiting"]:
            raise InstructionError(
                f"{len(texts)} instruction texts given, but {states[0]['waiting']} wait"
            )
        game = cls.__new__(cls)
        game._begin(states if in_place else _copied(states), rules, InstructionQueue(texts))
        return game

    def copy(self) -> "Game":
        """An independent game in the same state, with the same history."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.history, twin.queue = self.history.copy(), self.queue.copy()
        twin.move_to(_copied(self.states))
        return twin

    def __setstate__(self, parts: dict[str, Any]) -> None:
        self.__dict__.update(parts)
        self.move_to(self.states)

    def step(
        self, action: Action, *, player: Player | None = None, text: str | None = None
    ) -> Outcome:
        """Take an action; `player` asks for it, by default the one whose turn it is.

        `text` is the instruction, or the reason for giving up, and is left out of other actions.

        Raises:
            UnknownActionError: the value is no action.
            InstructionError: the text cannot be sent.
            IllegalActionError: the rules refuse it; the game is unchanged.
        """
        action = check_action(action)
        actor = self.turn
        if action is Action.CANCEL:
            actor = Player.LEADER  # also in the follower's turn
            if player is Player.FOLLOWER and not self.is_over:
                raise self._refuse(RoleError, player, action, "only the leader cancels")
        if player is not None and player != actor and not self.is_over:
            raise self._refuse(OutOfTurnError, player, action, f"it is the {actor.word}'s turn")
        if action < Action.INSTRUCT or self.is_over:
            text = None
        else:
            text = self._check_text(action, actor, text)
        result = self.attempt(actor, action, text)
        if result < 0:
            error, reason = _REFUSALS[Refusal(result)]
            raise self._refuse(error, player if player is not None else actor, action, reason)
        return _OUTCOMES[result]

    def attempt(self, actor: Player, action: Action, text: str | None = None) -> int:
        """Let the player to act, or the leader who cancels, take an action with a checked text.

        Returns `Outcome` bits, or a `Refusal` below 0 if the rules refuse it: what `step` does but
        for its errors, which cost time.
        """
        result: int = _apply_one(self.states, int(action))
        if result < 0:
            return result
        sign, outcome = divmod(result, _SIGNS_FROM)
        card = CARD_SIGNS[sign] if outcome & _TOGGLED else None
        self.history.append(Deed(actor, action, _OUTCOMES[outcome], text, card))
        if outcome & _MOVED:
            self.steps_taken += actor
        if action >= Action.DONE or outcome & _GAME_OVER:
            self.queue.note(action, outcome, text)
            if outcome & _BETWEEN:
                self.steps_taken = 0
        return outcome

    def _check_text(self, action: Action, actor: Player, text: str | None) -> str | None:
        if action is Action.INSTRUCT and actor is Player.LEADER:
            return check_instruction(text)
        if action is Action.GIVE_UP and text:
            return check_text(text, "reason", MAX_REMARK_LENGTH)
        return None

    def instruct(self, text: str, *, player: Player | None = None) -> Outcome:
        """Send an instruction to the follower."""
        return self.step(Action.INSTRUCT, player=player, text=text)

    def cancel(self) -> Outcome:
        """Withdraw all instructions that wait, the current one included."""
        return self.step(Action.CANCEL, player=Player.LEADER)

    def give_up(self, reason: str = "") -> Outcome:
        """Say that the current instruction cannot be carried out."""
        return self.step(Action.GIVE_UP, player=Player.FOLLOWER, text=reason)

    def signal(self, kind: SignalKind, text: str = "") -> Signal:
        """Tell the partner something, in either's turn; it changes nothing but the history.

        Raises:
            InstructionError: a question or remark without a text that can be sent, or a thumb
                with one.
            IllegalActionError: the game is over, or its rules have no such signals.
        """
        signal = check_signal(kind, text, self.rules)
        if self.is_over:
            raise GameOverError(f"{signal.kind.player.word} cannot signal: the game is over")
        self.history.append(signal)
        return signal

    def _refuse(
        self, error: type[IllegalActionError], player: Player, action: Action, reason: str
    ) -> IllegalActionError:
        refusal = error(f"{player.word} cannot {deed_words(action)}: {reason}")
        refusal.add_note(f"state: {self}")
        return refusal

    def leave(self) -> None:
        """Someone leaves: what waits stays unfinished, though the rules could go on."""
        self.queue.end()

    def legal_actions(self) -> tuple[Action, ...]:
        """The actions that would change something now, time-outs included."""
        mask = legal_many(self.states)[0]
        return tuple(action for action in Action if mask[action])

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
        """Whether the leader's end-turn button is enabled: an instruction waits (Appendix A)."""
        return self.turn is Player.LEADER and bool(self.queue.waiting) and not self.is_over

    @property
    def can_cancel(self) -> bool:
        """Whether the leader may withdraw instructions now, in either's turn."""
        return bool(can_cancel(self.states[0]))

    @property
    def has_invalid_selection(self) -> bool:
        """Whether selected cards clash; only the leader may see it."""
        return bool(is_invalid(self.states[0]))

    @property
    def cards(self) -> tuple[CardOnBoard, ...]:
        """The cards on the board, by slot."""
        return cards_on(self.states)

    def pose(self, player: Player) -> Pose:
        """Where a player stands and looks."""
        return pose_of(self.states, player)

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """All instructions sent, oldest first."""
        return tuple(self.queue.instructions)

    @property
    def current_number(self) -> int:
        """How many instructions have ended, so the number of the current one if there is one."""
        return self.queue.current

    @property
    def number_followed(self) -> int:
        """How many instructions were the current one and have ended, as the follower knows."""
        return self.queue.number_followed

    @property
    def current_instruction(self) -> str | None:
        """The text at the head of the queue."""
        told, number = self.queue.instructions, self.queue.current
        return told[number].text if number < len(told) else None

    def __str__(self) -> str:
        return format_state(self.states)

    def __repr__(self) -> str:
        x, z = coordinates(self.pose(self.turn).cell)
        return (
            f"<Game seed={self.states['seed'][0]} score={self.score} turn={self.turn.word} "
            f"at ({x}, {z}) steps={self.steps_left} left={self.half_turns_left}>"
        )
