"""The learner's seat: what its numbers mean, what it may do now, and what it is told in words."""

from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cerealbar.agents import EVERYTHING, WITHOUT_INTENTION, Choice, Need
from cerealbar.agents.playing import GamesInPlay, Play
from cerealbar.env.actions import ACTION_COUNTS, action_space, parse_sent, role_masks
from cerealbar.env.errors import check_known
from cerealbar.game import (
    CARDS,
    Action,
    Player,
    StateArray,
    UnknownActionError,
)
from cerealbar.language.intention import Intention, Purpose
from cerealbar.views.text import card_words

LeaderActions: TypeAlias = Literal["cards", "text"]


def current_text(play: Play) -> str:
    """The text that the follower is to carry out now, empty if there is none."""
    return play.game.current_instruction or "" if play.game.turn else ""


class FollowerSeat:
    """Actions 0 to 4: forward, backward, left, right, done."""

    player = Player.FOLLOWER

    def __init__(self) -> None:
        self.action_space: spaces.Space[Any] = action_space(self.player)
        self.actions = ACTION_COUNTS[self.player]
        """How long a mask is."""

    def masks(self, games: GamesInPlay) -> NDArray[np.int8]:
        """(N, 5): what would change something; never nothing."""
        return role_masks(games.states, self.player)

    def choice(self, games: GamesInPlay, place: int, sent: Any) -> Choice:
        """A step, or done.

        Raises:
            UnknownActionError: it is none of the follower's actions.
        """
        return parse_sent(self.player, sent, is_two_way=False)[0]

    def told(self, play: Play) -> dict[str, Any]:
        """The current instruction, and those finished before."""
        return {"instruction": current_text(play), "past": play.game.queue.finished}


class LeaderSeat:
    """By the option `actions`,

    cards   0 to 4 as the follower, and 5 + i: ask the follower, in fixed words, to get the card in
            slot i (the i-th row of the observation `cards`); masked while it is asked for
    text    `{"action": 0 to 5, "text": ...}` as in the PettingZoo environment: 5 is to instruct
    """

    player = Player.LEADER

    def __init__(self, actions: LeaderActions, cards: int) -> None:
        check_known("kind of actions", actions, get_args(LeaderActions))
        self._writes = actions == "text"
        self._cards = cards
        self.actions = ACTION_COUNTS[self.player] if self._writes else Action.INSTRUCT + cards
        self.action_space: spaces.Space[Any] = (
            action_space(self.player) if self._writes else spaces.Discrete(self.actions)
        )

    @property
    def gives(self) -> Need:
        """What the follower can be told: where cards are asked for, also what is meant."""
        return WITHOUT_INTENTION if self._writes else EVERYTHING

    def masks(self, games: GamesInPlay) -> NDArray[np.int8]:
        """(N, actions): what would change something; a card is not asked for twice at once."""
        masks = role_masks(games.states, self.player)
        if self._writes:
            return masks
        can_instruct = masks[:, Action.INSTRUCT].astype(np.bool_)
        asked = np.stack([_asked_slots(games, place) for place in range(len(masks))])
        slots = can_instruct[:, None] & ~asked[:, : self._cards]
        return np.concatenate([masks[:, : Action.INSTRUCT], slots.astype(np.int8)], axis=1)

    def choice(self, games: GamesInPlay, place: int, sent: Any) -> Choice:
        """A step, done, or an instruction.

        Raises:
            UnknownActionError: it is none of the leader's actions.
            InstructionError: its text cannot be sent.
        """
        if self._writes:
            return parse_sent(self.player, sent, is_two_way=False)[0]
        if sent not in self.action_space:
            raise UnknownActionError(
                f"{sent!r} is no action of the leader: expected 0 to {self.actions - 1}"
            )
        slot = int(sent) - Action.INSTRUCT
        if slot < 0:
            return Choice(Action(int(sent)))
        return ask_for(games.states[place : place + 1], slot)

    def told(self, play: Play) -> dict[str, Any]:
        """The instructions that wait, the current one first, and those that have ended."""
        queue = play.game.queue
        return {"waiting": queue.waiting, "finished": queue.ended}


LearnerSeat: TypeAlias = FollowerSeat | LeaderSeat
"""What the numbers of a role mean, which it can send now, and what it is told in words."""


def _asked_slots(games: GamesInPlay, place: int) -> NDArray[np.bool_]:
    """(32,): the cards that instructions ask for which wait."""
    play = games.plays[place]
    waiting = play.intentions[play.game.current_number :]
    cells = [cell for meant in waiting if meant is not None for cell in meant.cards]
    return np.isin(games.states["card_cell"][place], cells)


def ask_for(states: StateArray, slot: int) -> Choice:
    """An instruction to get the card in a slot."""
    state = states[0]
    cell = int(state["card_cell"][slot])
    text = f"get the {card_words(CARDS[state['card_kind'][slot]])}"
    return Choice(Action.INSTRUCT, text, Intention(Purpose.COLLECT, (cell,)))
