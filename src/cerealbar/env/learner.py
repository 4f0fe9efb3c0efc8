"""What a learner is told: arrays of fixed shapes, no texts.

Texts are beside them; in the observation an instruction is a row of word numbers. What lies around
a player is told as the player sees it, in rings, the first cell of each ahead: turning or walking
on a uniform board changes nothing, so small learners need not learn that the same step is right in
six headings and on 625 cells.
"""

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cerealbar.env.errors import OptionError, check_known
from cerealbar.game import (
    AXIAL,
    CARD_COLOUR,
    CARD_COUNT,
    CARD_SHAPE,
    CELLS,
    HEADINGS,
    MAX_CARDS,
    STATE,
    UNLIMITED,
    WIDTH,
    Outcome,
    Player,
    StateArray,
)
from cerealbar.language.tokenizer import tokenize
from cerealbar.views import VIEWS, FeatureGroup, Sight, ViewName, feature_maps

LearnerObservation: TypeAlias = Literal["features", "around", "records"]
Observation: TypeAlias = dict[str, NDArray[Any]]  # integers, of several widths
WORD_NUMBERS = 1 << 14
"""Words have numbers from 1 up to this, by a hash; 0 stands where a text has ended."""
WORDS = 32
"""Words of an instruction in the observation; what comes after them is left out."""
RADIUS = 5
MAX_RADIUS = WIDTH - 1
_BY_HEADING = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""Axial steps, by heading."""
_COUNTS = [len(group.values) for group in FeatureGroup]
_FIRST = np.cumsum([1, *_COUNTS])[:-1]
"""By group: the channel of its first value; channel 0 is of cells that are not seen."""
_TURNING = [group for group in FeatureGroup if group.word.endswith("_heading")]
CHANNELS = 1 + sum(_COUNTS)
"""Numbers 0 or 1 for each cell: whether it is not seen or outside, then every value of every group
but its 0, in the order of `FeatureGroup`; headings are relative to the player's."""

_MANY = np.iinfo(np.int32).max
_PUBLIC = Outcome.SET_MADE | Outcome.TURN_ENDED | Outcome.SKIPPED | Outcome.GAME_OVER


def sight_of(view: ViewName) -> Sight | None:
    """The follower's sight by the name of its view.

    Raises:
        OptionError: no view has this name.
    """
    check_known("view", view, VIEWS)
    return VIEWS[view]


def word_numbers(texts: Sequence[str], words: int) -> NDArray[np.int32]:
    """(N, words): a number for each word of each text, the same for the same word everywhere."""
    numbers = np.zeros((len(texts), words), np.int32)
    for row, text in zip(numbers, texts, strict=True):
        found = [1 + zlib.crc32(word.encode()) % (WORD_NUMBERS - 1) for word in tokenize(text)]
        row[: len(found[:words])] = found[:words]
    return numbers


class LearnerView:
    """The observations of a role by one of the names of `LearnerObservation`."""

    def __init__(
        self,
        player: Player,
        observation: LearnerObservation,
        sight: Sight | None,
        *,
        words: int = WORDS,
        radius: int = RADIUS,
    ) -> None:
        check_known("observation", observation, get_args(LearnerObservation))
        if not 1 <= radius <= MAX_RADIUS:
            raise OptionError(f"radius must be from 1 to {MAX_RADIUS}, not {radius!r}")
        if words < 0:
            raise OptionError(f"words must be 0 or more, not {words!r}")
        self._player, self._sight = player, sight
        self._observation = observation
        self._words, self._radius = words, radius
        self.space: spaces.Dict = spaces.Dict(self._parts())
        """Of one game."""

    def _parts(self) -> dict[str, spaces.Space[Any]]:
        parts: dict[str, spaces.Space[Any]] = {}
        if self._observation == "records":
            parts["record"] = spaces.Box(0, 255, (STATE.itemsize,), np.uint8)
        elif self._observation == "around":
            shape = (cells_around(self._radius), CHANNELS)
            parts["around"] = spaces.Box(0, 1, shape, np.uint8)
        else:
            highs = [np.full((WIDTH, WIDTH), len(group.values)) for group in FeatureGroup]
            high = np.array(highs, np.uint8)
            parts["cells"] = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        pose = np.array([WIDTH - 1, WIDTH - 1, HEADINGS - 1], np.int16)
        parts["pose"] = spaces.Box(np.zeros_like(pose), pose, dtype=np.int16)
        low = np.array([0, UNLIMITED, 0, 0], np.int32)
        parts["counts"] = spaces.Box(low, np.full_like(low, _MANY), dtype=np.int32)
        if self._player is Player.LEADER:
            parts["cards"] = spaces.Box(*_card_bounds(), dtype=np.int16)
        elif self._words:
            parts["instruction"] = spaces.Box(0, WORD_NUMBERS - 1, (self._words,), np.int32)
        return parts

    def observe(self, states: StateArray, texts: Sequence[str]) -> Observation:
        """Arrays (N, ...) of their own for N games with the follower's current instructions."""
        player = self._player
        cells, headings = states["player_cell"][:, player], states["player_heading"][:, player]
        told: Observation = {}
        if self._observation == "records":
            told["record"] = states.view(np.uint8).reshape(len(states), STATE.itemsize).copy()
        else:
            maps = feature_maps(states, player, self._sight)
            if self._observation == "around":
                told["around"] = around(maps, cells, headings, self._radius)
            else:
                told["cells"] = maps.reshape(len(states), len(FeatureGroup), WIDTH, WIDTH)
        told["pose"] = np.stack([cells % WIDTH, cells // WIDTH, headings], 1).astype(np.int16)
        told["counts"] = self._counts(states)
        if player is Player.LEADER:
            told["cards"] = _cards(states)
        elif self._words:
            told["instruction"] = word_numbers(texts, self._words)
        return told

    def _counts(self, states: StateArray) -> NDArray[np.int32]:
        """(N, 4); the follower does not know how many instructions follow the current one."""
        names = ("steps_left", "half_turns_left", "score", "waiting")
        counts = np.stack([states[name].astype(np.int32) for name in names], 1)
        if self._player is Player.FOLLOWER:
            counts[:, 3] = np.minimum(counts[:, 3], 1)
        return counts


def _card_bounds() -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    groups = (FeatureGroup.CARD_COUNT, FeatureGroup.CARD_COLOUR, FeatureGroup.CARD_SHAPE)
    kinds = [len(group.values) for group in groups]
    high = np.array([[WIDTH - 1, WIDTH - 1, *kinds, 1]] * MAX_CARDS, np.int16)
    return np.zeros_like(high), high


def _cards(states: StateArray) -> NDArray[np.int16]:
    """(N, 32, 6): column, row, count, colour, shape, whether selected; 0 where no card is."""
    cells, kinds = states["card_cell"].astype(np.int16), states["card_kind"]
    slots = np.arange(MAX_CARDS)
    is_selected = states["selected"][:, None] >> slots.astype(np.uint32) & 1
    faces = CARD_COUNT[kinds], 1 + CARD_COLOUR[kinds], 1 + CARD_SHAPE[kinds]
    cards = np.stack([cells % WIDTH, cells // WIDTH, *faces, is_selected], 2).astype(np.int16)
    cards[slots >= states["cards"][:, None]] = 0
    return cards


def cells_around(radius: int) -> int:
    """How many cells lie so near, the player's own included."""
    return 1 + 3 * radius * (radius + 1)


@lru_cache(maxsize=8)
def _table(radius: int) -> NDArray[np.int16]:
    """(625, 6, K): the cells around each cell for each heading; `CELLS` outside the board."""
    offsets = np.array(_rings(radius))
    table = np.full((CELLS, HEADINGS, len(offsets)), CELLS, np.int16)
    for heading in range(HEADINGS):
        q = AXIAL[:, 0, None] + offsets[:, 0]
        z = AXIAL[:, 1, None] + offsets[:, 1]
        x = q + z // 2
        is_inside = (x >= 0) & (x < WIDTH) & (z >= 0) & (z < WIDTH)
        table[:, heading][is_inside] = (x + WIDTH * z)[is_inside]
        offsets = np.stack([offsets.sum(axis=1), -offsets[:, 0]], axis=1)  # 60 degrees right
    return table


def _rings(radius: int) -> list[tuple[int, int]]:
    """Axial offsets by ring, clockwise from straight ahead, for one who looks north-east."""
    found = [(0, 0)]
    for ring in range(1, radius + 1):
        q, r = 0, ring
        for side in range(HEADINGS):
            dq, dr = _BY_HEADING[(side + 2) % HEADINGS]
            for _ in range(ring):
                found.append((q, r))
                q, r = q + dq, r + dr
    return found


def around(
    maps: NDArray[np.uint8], cells: NDArray[np.int16], headings: NDArray[np.uint8], radius: int
) -> NDArray[np.uint8]:
    """(N, K, channels): feature maps (N, groups, 625) as seen from poses, as numbers 0 or 1."""
    maps = np.pad(maps, ((0, 0), (0, 0), (0, 1)))  # nothing is known of what lies outside
    for group in _TURNING:
        values = maps[:, group]
        turned = (values.astype(np.int16) - 1 - headings[:, None]) % HEADINGS + 1
        maps[:, group] = np.where(values > 0, turned, 0)
    near = _table(radius)[cells, headings]
    seen = np.take_along_axis(maps, near[:, None, :].astype(np.intp), axis=2)
    told = np.zeros((len(maps), near.shape[1], CHANNELS), np.uint8)
    games, groups, places = np.nonzero(seen)
    told[games, places, _FIRST[groups] + seen[games, groups, places] - 1] = 1
    told[:, :, 0] = seen[:, FeatureGroup.TERRAIN] == 0
    return told


def outcome_words(outcome: Outcome, actor: Player, player: Player) -> tuple[str, ...]:
    """What a player may know of an action: the follower only what is public of the leader's."""
    if actor is Player.LEADER and player is Player.FOLLOWER:
        outcome &= _PUBLIC
    return tuple(member.name.lower().replace("_", "-") for member in outcome if member.name)
