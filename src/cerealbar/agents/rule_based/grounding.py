"""Orders to cells: which cards and places on the board an order means, seen from a pose."""

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.rule_based.lexicon import Thing
from cerealbar.agents.rule_based.reading import AskedFace, Order, OrderKind, Side
from cerealbar.game import (
    CARDS,
    CELLS,
    IS_BORDER,
    IS_PASSABLE,
    TILES,
    Card,
    Pose,
    StateArray,
    bearing,
    distance,
    neighbours,
)

_SIDE_DEGREES = {Side.AHEAD: 0.0, Side.RIGHT: 75.0, Side.LEFT: -75.0, Side.BEHIND: 180.0}
_ATTRIBUTE_COST = 100.0
_SIDE_COST = 8.0
_LANDMARK_COST = 3.0


def cells_of(states: StateArray, thing: Thing) -> list[int]:
    """The cells of all landmarks that a word can mean."""
    cells: list[int] = np.flatnonzero(_is_thing(thing)[states[0]["tile"]]).tolist()
    return cells


@cache
def _is_thing(thing: Thing) -> NDArray[np.bool_]:
    """By tile code: whether a word can mean it."""
    return np.array([(tile.prop or tile.terrain) in thing for tile in TILES])


class Surroundings:
    """What a follower knows of the board when it grounds an order."""

    def __init__(self, states: StateArray, pose: Pose, last_card: int | None) -> None:
        state = states[0]
        self.states = states
        self.pose = pose
        self.last_card = last_card
        self.cards: dict[int, tuple[Card, bool]] = {
            int(state["card_cell"][slot]): (
                CARDS[state["card_kind"][slot]],
                bool(state["selected"] >> slot & 1),
            )
            for slot in range(state["cards"])
        }

    def card_cells(self, order: Order, hint: Side | None) -> list[int]:
        """The cells of the cards that an order means, nearest first where it does not say."""
        if order.is_current:
            return self._current_card(order)
        chosen: list[int] = []
        faces: Iterable[AskedFace] = order.faces or [AskedFace()] * max(1, order.cards)
        for face in faces:
            cell = self._best(order, face, hint, chosen)
            if cell is not None:
                chosen.append(cell)
        return chosen

    def _current_card(self, order: Order) -> list[int]:
        if self.pose.cell in self.cards:
            return [self.pose.cell]
        if self.last_card is not None and self.last_card in self.cards:
            return [self.last_card]
        selected = [cell for cell, (_, is_selected) in self.cards.items() if is_selected]
        near = sorted(selected, key=lambda cell: distance(self.pose.cell, cell))
        return near[:1] if order.deed is OrderKind.DESELECT else []

    def _best(
        self, order: Order, face: AskedFace, hint: Side | None, chosen: list[int]
    ) -> int | None:
        wanted = order.deed is OrderKind.DESELECT
        costs = sorted(
            (self._cost(order, face, hint, cell), cell)
            for cell, (_, is_selected) in self.cards.items()
            if is_selected == wanted and cell not in chosen
        )
        if not costs:
            return None
        if order.order is not None and order.order != 0:
            alike = [pair for pair in costs if pair[0] < costs[0][0] + _ATTRIBUTE_COST / 2]
            near = sorted(alike, key=lambda pair: distance(self.pose.cell, pair[1]))
            return near[order.order if order.order < len(near) else -1][1]
        return costs[0][1]

    def _cost(self, order: Order, face: AskedFace, hint: Side | None, cell: int) -> float:
        """How badly a card fits an order."""
        card = self.cards[cell][0]
        cost = float(distance(self.pose.cell, cell))
        cost += _ATTRIBUTE_COST * (face.count not in (None, card.count))
        cost += _ATTRIBUTE_COST * (face.colour not in (None, card.colour))
        cost += _ATTRIBUTE_COST * (face.shape not in (None, card.shape))
        side = order.side or hint
        if side is not None and cell != self.pose.cell:
            off = abs((bearing(self.pose, cell) - _SIDE_DEGREES[side] + 180) % 360 - 180)
            cost += _SIDE_COST * max(0.0, off - 50) / 45
        for thing in order.landmarks:
            places = cells_of(self.states, thing)
            if places:
                away = min(distance(cell, place) for place in places)
                cost += _LANDMARK_COST * max(0, away - 1)
        return cost

    def knows(self, order: Order) -> bool:
        """Whether a card or place is known that is what an order says."""
        is_known = all(cells_of(self.states, thing) for thing in order.landmarks)
        if order.deed not in (OrderKind.GET, OrderKind.DESELECT) or order.is_current:
            return is_known
        cells = self.card_cells(order, None)
        return is_known and any(
            face.count in (None, self.cards[cell][0].count)
            and face.colour in (None, self.cards[cell][0].colour)
            and face.shape in (None, self.cards[cell][0].shape)
            for cell in cells
            for face in order.faces or [AskedFace()]
        )

    def place(self, order: Order) -> int | None:
        """A free cell beside the landmark that an order means, or at the edge of the map."""
        if order.landmarks:
            places = cells_of(self.states, order.landmarks[-1])
        elif order.to_edge:
            places = [cell for cell in range(CELLS) if IS_BORDER[cell]]
        else:
            return None
        centre = _SIDE_DEGREES[order.side or Side.AHEAD]
        open_cells = self._open_cells()
        costs = []
        for cell in places:
            off = abs((bearing(self.pose, cell) - centre + 180) % 360 - 180)
            for near in (cell, *neighbours(cell)):
                if open_cells[near]:
                    costs.append((distance(self.pose.cell, near) + off / 30, near))
        return min(costs)[1] if costs else None

    def _open_cells(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        passable: np.ndarray[tuple[int], np.dtype[np.bool_]] = IS_PASSABLE[
            self.states[0]["tile"]
        ].copy()
        passable[list(self.cards)] = False
        return passable
