"""What a player is told, to read: cards, props, players and ways as plain Python values.

`FollowTask.view` and `LeadTask.view` make one. Nothing of it is computed before it is asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.pathfinding import avoided_cells, shortest_path
from cerealbar.game import (
    CELLS,
    OUTSIDE,
    TILES,
    Action,
    Card,
    CerealBarError,
    Colour,
    Game,
    Heading,
    Instruction,
    Player,
    Pose,
    Prop,
    Shape,
    StateArray,
    Status,
    Tile,
    bearing,
    coordinates,
    distance,
    pose_of,
)
from cerealbar.views import View, describe, view
from cerealbar.views.text import card_words, place_words
from cerealbar.views.view import UNSEEN


class CellError(CerealBarError, IndexError):
    """A number that is no cell of the board."""


def _check_cell(cell: int) -> int:
    if not isinstance(cell, int | np.integer) or not 0 <= cell < CELLS:
        raise CellError(f"{cell!r} is no cell: expected a number from 0 to {CELLS - 1}")
    return int(cell)


@dataclass(frozen=True, slots=True)
class Spotted:
    """Something on a cell, as it lies to whoever looks."""

    cell: int
    eyes: Pose
    """From where it is looked at."""

    @property
    def distance(self) -> int:
        """How many moves away it would be if nothing were in the way."""
        return distance(self.eyes.cell, self.cell)

    @property
    def bearing(self) -> int:
        """Degrees from straight ahead, -180 to 179; to the right positive."""
        return 0 if self.cell == self.eyes.cell else bearing(self.eyes, self.cell)

    @property
    def where(self) -> str:
        """The place as a player says it: `3 cells ahead, slightly left`."""
        return place_words(self.distance, self.bearing)


@dataclass(frozen=True, slots=True)
class SpottedCard(Spotted):
    """A card on the board, with or without a mark that it is selected."""

    face: Card
    is_selected: bool

    @property
    def count(self) -> int:
        """How many symbols it shows, 1 to 3."""
        return self.face.count

    @property
    def colour(self) -> Colour:
        """The colour, which is its English word too."""
        return self.face.colour

    @property
    def shape(self) -> Shape:
        """The shape, as the game calls it; people may say `square` for a `cube`."""
        return self.face.shape

    def __str__(self) -> str:
        return card_words(self.face)


@dataclass(frozen=True, slots=True)
class SpottedProp(Spotted):
    """A house, a tree, a lamp or a plant; nobody can walk through it."""

    prop: Prop
    heading: Heading | None
    """Where it faces, if anywhere."""

    def __str__(self) -> str:
        return self.prop.words


class TaskView:
    """What a player knows of the board, from its own eyes.

    A follower with a sight finds here what it sees and what it remembers, and nothing else. Keep
    a view in a variable: each `task.view` is made anew. As text it is a short description.
    """

    def __init__(
        self,
        player: Player,
        states: StateArray,
        waiting: Sequence[str],
        past: Sequence[str] = (),
        known: NDArray[np.bool_] | None = None,
    ) -> None:
        """`known` are the cells that a follower with a sight has seen."""
        self.player = player
        self.pose = pose_of(states, player)
        """Where the player stands and looks."""
        self._states = states.copy()  # a game goes on, and what was looked at stays
        self._waiting, self._past, self._known = waiting, past, known

    @cached_property
    def partner(self) -> Pose | None:
        """Where the other player is, or was when last seen; None if that is not known."""
        pose = pose_of(self._states, self.player.partner)
        return None if pose.cell == OUTSIDE or not self.knows(pose.cell) else pose

    @cached_property
    def cards(self) -> tuple[SpottedCard, ...]:
        """The cards that are known of, nearest first; those out of sight as they were."""
        found = (
            SpottedCard(card.cell, self.pose, card.card, card.is_selected)
            for card in self._game.cards
        )
        return tuple(sorted(found, key=_by_distance))

    @cached_property
    def props(self) -> tuple[SpottedProp, ...]:
        """The houses, trees, lamps and plants that are known of, nearest first."""
        found = []
        for cell, code in enumerate(self._view.tiles.tolist()):
            if code != UNSEEN and (prop := TILES[code].prop) is not None:
                found.append(SpottedProp(cell, self.pose, prop, TILES[code].heading))
        return tuple(sorted(found, key=_by_distance))

    @cached_property
    def legal_actions(self) -> tuple[Action, ...]:
        """What would change something now; giving up is legal wherever being done is."""
        return tuple(a for a in self._game.legal_actions() if a is not Action.TIME_OUT)

    @property
    def score(self) -> int:
        """Sets made."""
        return self._game.score

    @property
    def steps_left(self) -> int:
        """Steps left in this turn."""
        return self._game.steps_left

    @property
    def half_turns_left(self) -> int | None:
        """Turns of both players left, this one included; None if they never run out."""
        return self._game.half_turns_left

    def knows(self, cell: int) -> bool:
        """Whether a cell was ever in sight."""
        return self._known is None or bool(self._known[_check_cell(cell)])

    def tile(self, cell: int) -> Tile | None:
        """What a cell is made of: terrain, prop, `words`; None if it was never in sight."""
        code = int(self._view.tiles[_check_cell(cell)])
        return None if code == UNSEEN else TILES[code]

    def steps_to(self, cell: int, heading: Heading | None = None) -> tuple[Action, ...] | None:
        """The fewest steps to a cell that touch no other card; None if there is no way.

        There are none if the player is there. Cells that were never in sight count as free, so a
        way may prove blocked: ask again after each step, and take the first.
        """
        blocked = avoided_cells(self._states, (_check_cell(cell),))
        if blocked[cell]:
            return None
        return shortest_path(blocked, self.pose, cell, heading)

    def __str__(self) -> str:
        return describe(self._view)

    def __repr__(self) -> str:
        x, z = coordinates(self.pose.cell)
        return f"<{type(self).__name__} of the {self.player.word} at ({x}, {z})>"

    @cached_property
    def _game(self) -> Game:
        """The game as far as this player may know it: the follower not how many texts wait."""
        self._states["waiting"] = len(self._waiting)
        return Game.from_states(self._states, texts=tuple(self._waiting))

    @cached_property
    def _view(self) -> View:
        seen = view(self._game, self.player, None)
        past = tuple(Instruction(text, Status.FINISHED) for text in self._past)
        seen = replace(seen, instructions=(*past, *seen.instructions))
        if self._known is None:
            return seen
        tiles = np.where(self._known, seen.tiles, np.uint8(UNSEEN))
        return replace(seen, seen=self._known, tiles=tiles, poses=(self.partner, self.pose))


def _by_distance(thing: Spotted) -> tuple[int, int, int]:
    return thing.distance, abs(thing.bearing), thing.cell
