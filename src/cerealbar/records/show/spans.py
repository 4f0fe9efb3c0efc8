"""Spans: what lasts for several frames of a game (cards, turns), and its sets.

Frames are numbered as in `frames.py`: frame `f` shows `states[f]`, which deed `f - 1` led to.
"""

from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from cerealbar.game import CARDS, Outcome, Player, PlayerWord
from cerealbar.records.events import TurnEnd
from cerealbar.records.replay import Replay, turn_end

CardNumbers = NDArray[np.int64]


class ShownCard(msgspec.Struct, frozen=True):
    """A card and the frames in which it lies on the board."""

    kind: int
    name: str
    cell: int
    first: int
    gone: int | None
    """The first frame without it."""


class ShownTurn(msgspec.Struct, frozen=True):
    """A turn: it begins with the state of frame `first` and ends with the deed of frame `last`."""

    by: PlayerWord
    first: int
    last: int
    how: TurnEnd | None
    """None if the recording stops before the turn ends."""


class ShownSet(msgspec.Struct, frozen=True):
    """A set, and the cards that came in its place."""

    by: PlayerWord
    frame: int
    score: int
    half_turns_added: int
    cards: tuple[int, ...]
    new_cards: tuple[int, ...]


def frames_with(played: Replay, outcome: Outcome) -> list[int]:
    """The frames whose deeds had an outcome."""
    found: list[int] = (np.flatnonzero(played.outcomes & int(outcome)) + 1).tolist()
    return found


def toggled_card(played: Replay, numbers: CardNumbers, frame: int) -> int:
    """The number of the card that a frame's step toggled."""
    cell = played.states[frame]["player_cell"][played.players[frame - 1]]
    slot = np.flatnonzero(played.states[frame - 1]["card_cell"] == cell)[0]
    return int(numbers[frame - 1][slot])


def cards_in_slots(played: Replay) -> CardNumbers:
    """(deeds + 1, slots): the number of the card that lies in each slot in each frame.

    Cards are numbered in the order in which they appear.
    """
    slots = int(played.states[0]["cards"])
    numbers = np.tile(np.arange(slots), (len(played.states), 1))
    for frame in frames_with(played, Outcome.SET_MADE):
        replaced = played.replaced_slots(frame - 1)
        newest = int(numbers[frame].max()) + 1
        numbers[frame:, replaced] = np.arange(newest, newest + len(replaced))
    return numbers


def shown_cards(played: Replay, numbers: CardNumbers) -> Iterator[ShownCard]:
    """Every card of the game, by number."""
    for number in range(int(numbers.max()) + 1):
        frames, slots = np.nonzero(numbers == number)
        first, gone = int(frames[0]), int(frames[-1]) + 1
        state, slot = played.states[first], slots[0]
        kind, cell = int(state["card_kind"][slot]), int(state["card_cell"][slot])
        is_last = gone == len(numbers)
        yield ShownCard(kind, str(CARDS[kind]), cell, first, None if is_last else gone)


def shown_sets(played: Replay, numbers: CardNumbers) -> Iterator[ShownSet]:
    """Every set of the game."""
    for frame in frames_with(played, Outcome.SET_MADE):
        before, after = played.states[frame - 1], played.states[frame]
        is_new = numbers[frame] != numbers[frame - 1]
        yield ShownSet(
            by=Player(played.players[frame - 1]).word,
            frame=frame,
            score=int(after["score"]),
            half_turns_added=_added(before, int(before["score"])),
            cards=tuple(numbers[frame - 1][is_new].tolist()),
            new_cards=tuple(numbers[frame][is_new].tolist()),
        )


def _added(state: np.void, sets: int) -> int:
    """The half-turns that the set after so many brings."""
    extra = state["extra_half_turns"]
    is_limited = state["half_turns_left"] >= 0
    return int(extra[sets]) if is_limited and sets < len(extra) else 0


def shown_turns(played: Replay) -> Iterator[ShownTurn]:
    """Every turn of the game, skipped ones included."""
    first = 0
    for frame in frames_with(played, Outcome.TURN_ENDED):
        by = Player(played.states[frame - 1]["turn"]).word
        yield ShownTurn(by, first, frame, turn_end(played.deeds[frame - 1]))
        if int(played.outcomes[frame - 1]) & Outcome.SKIPPED:
            yield ShownTurn("follower", frame, frame, TurnEnd.SKIPPED)
        first = frame
    if not played.is_over:
        yield ShownTurn(Player(played.states[-1]["turn"]).word, first, len(played.actions), None)
