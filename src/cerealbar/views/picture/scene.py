"""The scene: a whole game state as a picture.

The ground stays the same from step to step, so it is drawn once and kept; props, cards and
players come over it row by row from north to south, so that what is nearer covers more.
"""

import base64
import io
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PIL import Image

from cerealbar.game import CELLS, TILE_TERRAIN, Heading, Player
from cerealbar.views.picture import overlays, png, svg
from cerealbar.views.picture.cards import lying_cards
from cerealbar.views.picture.options import BoolArray, PictureOptions
from cerealbar.views.picture.outlines import centre
from cerealbar.views.picture.players import player_sprite
from cerealbar.views.picture.props import tile_sprite
from cerealbar.views.picture.shapes import Bounds, Canvas, Primitives, Sprite, Stamp
from cerealbar.views.picture.terrain import ground

_GROUNDS_KEPT = 4


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A drawing in two layers, of which the lower one may be shared with other pictures."""

    back: Canvas
    front: Canvas

    def svg(self, title: str = "") -> str:
        """The picture as SVG text, with a title for screen readers."""
        return svg.svg_text(self.back, self.front, title)

    def image(self, width: int = 1200) -> Image.Image:
        """The picture as an image of so many pixels across."""
        return png.pixels(self.back, self.front, width)

    def embedded(self, width: int) -> str:
        """The picture as an address that holds it all, for a page in one file."""
        file = io.BytesIO()
        self.image(width).convert("RGB").save(file, "WEBP", quality=80)
        return f"data:image/webp;base64,{base64.b64encode(file.getvalue()).decode()}"

    def png(self, width: int = 1200) -> bytes:
        """The picture as the bytes of a PNG file."""
        return png.encode(self.image(width))


def picture(state: np.void, *, options: PictureOptions = PictureOptions()) -> Picture:  # noqa: B008  # frozen
    """The board of a game state seen from above.

    Examples:
        >>> from cerealbar.game import new_state
        >>> picture(new_state(42)[0]).svg()[:4]
        '<svg'
    """
    bounds = _bounds(options)
    seen = np.ones(CELLS, np.bool_) if options.seen is None else options.seen
    back = _scenery(TILE_TERRAIN[state["tile"]].tobytes(), seen.tobytes(), bounds)
    return Picture(back, Canvas(bounds, tuple(_front(state, options, seen))))


def _bounds(options: PictureOptions) -> Bounds:
    edge = 1.4 if options.coordinates else 0.9
    return Bounds(-0.5 - edge, -edge - 0.7, 25.0 + edge, 21.4 + edge)


@lru_cache(maxsize=_GROUNDS_KEPT)
def _scenery(terrains: bytes, seen: bytes, bounds: Bounds) -> Canvas:
    return Canvas(bounds, (*ground(terrains), *overlays.fog(np.frombuffer(seen, np.bool_))))


def _front(state: np.void, options: PictureOptions, seen: BoolArray) -> Primitives:
    """All above the ground that is seen; viewers always see themselves."""
    cards = {cell: sprite for cell, sprite in lying_cards(state, options.viewer) if seen[cell]}
    players = {
        player: cell
        for player, cell in zip(Player, state["player_cell"].tolist(), strict=True)
        if player is options.viewer or seen[cell]
    }
    yield from _southwards(*_props(state, seen), *_cards(cards, players.values()))
    yield from overlays.goal_outlines(options.goals)
    yield from overlays.rings(options.marked)
    yield from overlays.trail(options.trail)
    yield from _southwards(*_players(state, players, cards))
    if options.coordinates:
        yield from overlays.edge_numbers()


def _southwards(*stamps: Stamp) -> Iterable[Stamp]:
    """The stamps from north to south."""
    return sorted(stamps, key=lambda stamp: -stamp.at[1])


def _props(state: np.void, seen: BoolArray) -> Iterator[Stamp]:
    for cell, code in enumerate(state["tile"].tolist()):
        sprite = tile_sprite(code)
        if sprite is not None and seen[cell]:
            yield Stamp(sprite, centre(cell))


def _cards(cards: Mapping[int, Sprite], stood_on: Collection[int]) -> Iterator[Stamp]:
    """The cards, moved up a little from under a player."""
    for cell, sprite in cards.items():
        x, y = centre(cell)
        yield Stamp(sprite, (x, y + (0.14 if cell in stood_on else 0.0)))


def _players(
    state: np.void, players: Mapping[Player, int], covered: Collection[int]
) -> Iterator[Stamp]:
    """The players; on a card a player is smaller and leaves its face free."""
    for player, cell in players.items():
        heading = Heading(int(state["player_heading"][player]))
        x, y = centre(cell)
        if cell in covered:
            yield Stamp(player_sprite(player, heading, 0.74), (x, y - 0.32))
        else:
            yield Stamp(player_sprite(player, heading), (x, y))
