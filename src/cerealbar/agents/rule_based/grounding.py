"""Orders to cells: which cards and places on the board an order means, seen from a pose."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.rule_based.orders import (
    AskedLandmark,
    Nearby,
    Order,
    OrderKind,
    Spot,
    Thing,
    Where,
    Which,
    face_of,
)
from cerealbar.game import (
    BEARING_FROM,
    CELLS,
    DISTANCES,
    IS_BORDER,
    IS_PASSABLE,
    TILES,
    WIDTH,
    Card,
    Heading,
    Player,
    Pose,
    StateArray,
    ahead_of,
    cards_on,
    cell_at,
    distance,
    pose_of,
)
from cerealbar.language.board.claims import SaidFace

Costs = NDArray[np.float64]
_WRONG_COUNT, _WRONG_FACE = 30.0, 100.0
_UNLIKE = 9.0
"""What a card costs that is unlike the one before: `the red one` after a star may be a heart."""
_MOST = 40.0
"""A card that costs more by its face alone is not the one that was meant."""
_CLOSE = 3.0
"""What each cell between a card and the landmark beside it costs."""
_FAR_OFF = 5
"""Cells beyond which it no longer matters how far away a landmark is."""
_CORNERS = [cell_at(x, z) for x in (0, WIDTH - 1) for z in (0, WIDTH - 1)]


@cache
def _is_thing(thing: Thing) -> NDArray[np.bool_]:
    """By tile code: whether a word can mean it."""
    return np.array([(tile.prop or tile.terrain) in thing for tile in TILES])


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """From where and in which direction the words are meant."""

    pose: Pose
    turned: int | None = None
    """Degrees to the right to which a turn pointed that was told and not taken."""
    is_exact: bool = False
    """Whether steps were counted, so that what is meant is here."""

    def after(self, order: Order) -> "Viewpoint":
        """The view when a turn or some steps are done."""
        pose = self.pose
        if order.kind is OrderKind.TURN and order.bearing is not None:
            if order.number is not None or self.is_exact or abs(order.bearing) < 60:
                turns = turns_of(order)
                return replace(self, pose=_turned(pose, turns), turned=self.turned)
            return replace(self, turned=_between(order.bearing + (self.turned or 0)))
        if order.kind is OrderKind.GO and order.number is not None:
            turn = round((self.turned or 0) / 60 - (0.01 if (self.turned or 0) > 0 else -0.01))
            pose = _turned(pose, turn)
            for _ in range(order.number):
                cell = ahead_of(pose, 3 if order.bearing == 180 else 0)
                pose = replace(pose, cell=pose.cell if cell is None else cell)
            return Viewpoint(pose, None, True)
        return self


def turns_of(order: Order) -> int:
    """How many times to turn to the right; to the left if below 0."""
    assert order.bearing is not None
    if abs(order.bearing) > 150:
        return 3
    number = order.number or max(1, abs(order.bearing) // 60 if abs(order.bearing) > 90 else 1)
    return number if order.bearing > 0 else -number if order.bearing < 0 else 0


def _turned(pose: Pose, turns: int) -> Pose:
    return Pose(pose.cell, Heading((pose.heading + turns) % 6))


def _between(degrees: int) -> int:
    return (degrees + 180) % 360 - 180


@dataclass(slots=True)
class Surroundings:
    """What a follower knows of the board when it grounds an order."""

    states: StateArray
    start: Pose
    """Where the instruction was begun."""
    last_card: int | None = None
    last_face: SaidFace | None = None
    """The card that was stepped onto last, as the cell before."""
    pose: Pose = field(init=False)
    cards: dict[int, tuple[Card, bool]] = field(init=False)
    """By cell: the cards, and whether they are selected."""

    def __post_init__(self) -> None:
        self.pose = pose_of(self.states, Player.FOLLOWER)
        self.cards = {each.cell: (each.card, each.is_selected) for each in cards_on(self.states)}

    def after(self, pose: Pose, toggled: Sequence[int]) -> "Surroundings":
        """What is known when the follower stands there, and has stepped onto some cards."""
        board = copy(self)
        board.pose = pose
        board.cards = {c: (card, on ^ (c in toggled)) for c, (card, on) in self.cards.items()}
        if toggled:
            board.last_card, board.last_face = toggled[-1], face_of(self.cards[toggled[-1]][0])
        return board

    def cards_of(self, order: Order, view: Viewpoint, left: frozenset[int]) -> list[int]:
        """The cells of the cards that an order means, the best first; empty if none fits.

        `left` are the cells of cards that are not to be touched.
        """
        wanted = order.kind is OrderKind.PUT_BACK
        if order.which is Which.CURRENT and order.face.is_blank:
            return self._current_card(wanted)
        face, alike = self._faces_of(order)
        costs = {
            cell: cost
            for cell, (card, is_selected) in self.cards.items()
            if is_selected == wanted or order.kind is OrderKind.LEAVE
            if not (order.which is Which.OTHER and cell == self.last_card)
            if (cost := _face_cost(face, card) + _UNLIKE * (not alike.fits(card))) < _MOST
        }
        costs = {cell: cost for cell, cost in costs.items() if cell not in left} or costs
        if len(costs) > 1:
            where = self._where(order, view)
            costs = {cell: cost + float(where[cell]) for cell, cost in costs.items()}
        ranked = sorted(costs, key=lambda cell: costs[cell])
        return self._nth(order, ranked, costs, view)

    def why_none(self, order: Order) -> str:
        """Why an order means no card, in words."""
        if order.kind is OrderKind.PUT_BACK:
            return f"no {order.face} is selected that I could put back"
        return (
            f"already selected: {order.face}" if self.is_taken(order) else f"I see no {order.face}"
        )

    def is_taken(self, order: Order) -> bool:
        """Whether a card as it is asked for is selected already."""
        return order.kind is OrderKind.TAKE and any(
            chosen and order.face.loosely.fits(card) for card, chosen in self.cards.values()
        )

    def _nth(
        self, order: Order, ranked: list[int], costs: dict[int, float], view: Viewpoint
    ) -> list[int]:
        if order.rank is not None and ranked:
            alike = [cell for cell in ranked if costs[cell] < costs[ranked[0]] + 20]
            alike.sort(key=lambda cell: distance(view.pose.cell, cell))
            rank = order.rank if order.rank < len(alike) else -1
            ranked = [alike[rank]] if order.cards == 1 else alike
        if order.cards == 0:
            return [cell for cell in ranked if order.face.loosely.fits(self.cards[cell][0])]
        return ranked[: order.cards]

    def _faces_of(self, order: Order) -> tuple[SaidFace, SaidFace]:
        """What the card of an order must be, and with what it shares with the card before.

        The reading told what it shares where that card was named in the same text.
        """
        if not order.same:
            return order.face, SaidFace()
        shared = {
            name: getattr(order.face, name) or getattr(self.last_face, name, None)
            for name in order.same
        }
        must = order.face._replace(**dict.fromkeys(order.same))
        return must, SaidFace(**shared)

    def _current_card(self, wanted: bool) -> list[int]:
        alike = [cell for cell, (_, is_selected) in self.cards.items() if is_selected == wanted]
        for cell in (self.start.cell, self.pose.cell, self.last_card):
            if cell in alike or (cell in self.cards and cell == self.last_card):
                return [cell]
        return sorted(alike, key=lambda cell: distance(self.pose.cell, cell))[:1]

    def place_of(self, order: Order, view: Viewpoint) -> int | None:
        """The free cell that an order means by its landmarks."""
        if any(not len(self.cells_of(near.what)) for near in order.nearby):
            return None
        costs = self._where(order, view)
        costs[~self._open_cells()] = np.inf
        cell = int(costs.argmin())
        return cell if costs[cell] < np.inf else None

    def _open_cells(self) -> NDArray[np.bool_]:
        passable: NDArray[np.bool_] = IS_PASSABLE[self.states[0]["tile"]].copy()
        passable[list(self.cards)] = False
        return passable

    def cells_of(self, what: AskedLandmark) -> list[int]:
        """The cells of all that a landmark can mean."""
        if isinstance(what, SaidFace):
            return [cell for cell, (card, _) in self.cards.items() if what.loosely.fits(card)]
        if isinstance(what, frozenset):
            cells: list[int] = np.flatnonzero(_is_thing(what)[self.states[0]["tile"]]).tolist()
            return cells
        match what:
            case Spot.LEADER:
                return [pose_of(self.states, Player.LEADER).cell]
            case Spot.CORNER:
                return _CORNERS
            case Spot.EDGE:
                return [int(cell) for cell in np.flatnonzero(IS_BORDER)]
        return [] if self.last_card is None else [self.last_card]

    def _where(self, order: Order, view: Viewpoint) -> Costs:
        """(625,): how badly each cell fits what an order says of where it is."""
        away = DISTANCES[view.pose.cell].astype(np.float64)
        costs = away * (2.0 if view.is_exact else 0.5)
        bearings = np.asarray(BEARING_FROM[view.pose.cell]) - view.pose.heading.degrees
        said = order.bearing
        if said is None or (view.turned is not None and _is_same_side(said, view.turned)):
            said = view.turned if view.turned is not None else said
        elif view.turned is not None:
            said = _between(said + view.turned)
        if said is not None:
            off = abs((bearings - said + 180) % 360 - 180)
            costs += np.where(away > 0, np.maximum(0.0, off - 40) / 8, 0.0)
        if order.number is not None and order.kind is not OrderKind.GO:
            costs += 1.5 * abs(away - order.number)
        for near in order.nearby:
            costs += self._near_cost(near, view, away, bearings)
        return costs

    def _near_cost(
        self, near: Nearby, view: Viewpoint, away: Costs, bearings: NDArray[np.int16]
    ) -> Costs:
        """(625,): how badly each cell fits what is said of a landmark."""
        cells = self.cells_of(near.what)
        if not cells:
            return np.zeros(CELLS)
        apart = DISTANCES[cells].astype(np.float64)
        if near.how is Where.BETWEEN and near.is_plural and len(cells) > 1:
            return _CLOSE * np.sort(apart, axis=0)[:2].clip(1, _FAR_OFF).mean(axis=0)
        costs = apart.clip(0 if near.how is Where.ON else 1, _FAR_OFF) * _CLOSE
        there = away[cells][:, None]
        aside = (bearings - bearings[cells][:, None] + 180) % 360 - 180
        match near.how:
            case Where.PAST | Where.AROUND:
                costs += 4.0 * (away <= there)
            case Where.BEFORE:
                costs += 4.0 * (away >= there)
            case Where.LEFT_OF:
                costs += 4.0 * (aside >= 0)
            case Where.RIGHT_OF:
                costs += 4.0 * (aside <= 0)
        nearest: Costs = costs.min(axis=0)
        return nearest


def _face_cost(face: SaidFace, card: Card) -> float:
    cost = _WRONG_COUNT * (face.number not in (None, card.count))
    cost += _WRONG_COUNT * (face.is_plural is True and card.count == 1)
    cost += _WRONG_FACE * (face.colour not in (None, card.colour))
    return cost + _WRONG_FACE * (face.shape not in (None, card.shape))


def _is_same_side(said: int, turned: int) -> bool:
    """Whether a side repeats the turn that was told: `turn around, behind you`."""
    return abs(_between(said - turned)) < 60
