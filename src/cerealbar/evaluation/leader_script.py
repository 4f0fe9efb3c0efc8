"""What the leaders of recorded games did, as one list of deeds that runs play again."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import Action, Player
from cerealbar.records import Examples


@dataclass(frozen=True, slots=True)
class LeaderScript:
    """The leaders' deeds of some games, one game after the other; S deeds, N examples.

    A place is a number from 0 to S: before which deed. A turn ends with `Action.DONE` or
    `Action.TIME_OUT`; one that a game ended has neither.
    """

    actions: NDArray[np.uint8]
    """(S,): what was done."""
    sent: NDArray[np.int64]
    """(S + 1,): how many instructions are sent before each place."""
    turns: NDArray[np.int64]
    """(S + 1,): how many turns have ended before each place."""
    first: NDArray[np.int64]
    """(N,): the place at which each example begins."""
    last: NDArray[np.int64]
    """(N,): the place at which it was finished in the recording."""
    end: NDArray[np.int64]
    """(N,): the place at which its game ends."""
    example: NDArray[np.int64]
    """(sent instructions,): which example each became, or -1 if it was never finished."""


def leader_script(examples: Examples) -> LeaderScript:
    """What the leaders did in the games of some examples."""
    is_led = examples.players == Player.LEADER
    places = _count(is_led)
    actions = examples.actions[is_led]
    sent = _count(actions == Action.INSTRUCT)
    example = np.full(sent[-1], -1, np.int64)
    begin = places[examples.game_first[examples.game]]
    example[sent[begin] + examples.number] = np.arange(len(examples))
    return LeaderScript(
        actions,
        sent,
        _count((actions == Action.DONE) | (actions == Action.TIME_OUT)),
        places[examples.first],
        places[examples.last],
        places[examples.game_first[examples.game + 1]],
        example,
    )


def _count(is_one: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(n + 1,): how many are true before each place."""
    return np.concatenate(([0], np.cumsum(is_one, dtype=np.int64)))


_NONE = np.zeros(0, np.int64)
NO_LEADER = LeaderScript(
    np.zeros(0, np.uint8), np.zeros(1, np.int64), np.zeros(1, np.int64), _NONE, _NONE, _NONE, _NONE
)
"""The script of a leader who never does anything."""
