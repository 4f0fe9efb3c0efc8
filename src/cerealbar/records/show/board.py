"""The board as SVG for the page: the ground, then props and cards row by row, then the players.

The page moves the players, shows and outlines cards, and turns the veil; it draws nothing itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cerealbar.game import CELLS, TILE_TERRAIN, WIDTH, Heading, Player
from cerealbar.records.show.frames import Film
from cerealbar.views import Sight
from cerealbar.views.picture import svg
from cerealbar.views.picture.cards import INVALID, SELECTED, card_sprite
from cerealbar.views.picture.outlines import border, centre, inset, softened, towards
from cerealbar.views.picture.players import player_sprite
from cerealbar.views.picture.props import tile_sprite
from cerealbar.views.picture.shapes import Bounds, Loop, Sprite
from cerealbar.views.picture.terrain import ground

BOUNDS = Bounds(-0.7, -1.15, 25.2, 22.0)
"""The part of the plane that the page shows."""
_FAR, _FARTHER = 45.0, 60.0
"""Beyond every edge of the board, in cell widths."""
_OWN_CELL, _BESIDE, _BESIDE_DEGREES = 0.55, 1.45, 75.0
"""How far the eye reaches all around, and how far and wide where it sees the cells beside."""


@dataclass(frozen=True, slots=True)
class Board:
    """The parts of the board as SVG text, and where the page finds what in it."""

    view_box: str
    definitions: str
    ground: str
    rows: str
    edge: str
    """The outline of the board, as path data."""
    veil: str
    """All that a follower at the origin who looks north does not see, as path data."""
    places: dict[int, tuple[float, float]]
    """The centre of each cell on which a player stands in some frame."""
    player_sprites: dict[str, list[str]]
    """The name of each player's drawing, by heading."""


def draw_board(film: Film, sight: Sight) -> Board:
    """The board of a film."""
    codes = film.states[0]["tile"]
    props = {cell: tile_sprite(code) for cell, code in enumerate(codes.tolist())}
    figures = {player: [player_sprite(player, way) for way in Heading] for player in Player}
    cards = [_faces(film, number) for number in range(len(film.cards))]
    sprites: list[Sprite | None] = [*props.values(), *figures[Player.LEADER]]
    sprites += [*figures[Player.FOLLOWER], *(face for faces in cards for face in faces.values())]
    stood_on = {pose[0] for frame in film.frames for pose in (frame.leader, frame.follower)}
    return Board(
        view_box=f"0 0 {BOUNDS.width * svg.SCALE:.0f} {BOUNDS.height * svg.SCALE:.0f}",
        definitions="\n".join(map(svg.definition, dict.fromkeys(filter(None, sprites)))),
        ground="\n".join(svg.elements(ground(TILE_TERRAIN[codes].tobytes()), BOUNDS)),
        rows="\n".join(_rows(film, props, cards)),
        edge=_path(softened(inset(border(range(CELLS))[0], -0.06), 1), BOUNDS),
        veil=_veil(sight),
        places={cell: _place(cell) for cell in sorted(stood_on)},
        player_sprites={
            player.word: [sprite.name for sprite in figures[player]] for player in Player
        },
    )


def _faces(film: Film, number: int) -> dict[str, Sprite]:
    """The drawings of a card: plain, and with the outlines that it has in some frame."""
    kind = film.cards[number].kind
    faces = {"plain": card_sprite(kind)}
    chosen = [frame for frame in film.frames if number in frame.selected]
    if chosen:
        faces["chosen"] = card_sprite(kind, SELECTED)
    if any(frame.is_invalid for frame in chosen):
        faces["clash"] = card_sprite(kind, INVALID)
    return faces


def _rows(
    film: Film, props: dict[int, Sprite | None], cards: list[dict[str, Sprite]]
) -> Iterator[str]:
    """Props and cards from north to south, so that what is nearer covers more."""
    for row in reversed(range(WIDTH)):
        for cell in range(row * WIDTH, (row + 1) * WIDTH):
            prop = props[cell]
            if prop is not None:
                yield _use(prop, _place(cell))
            for number, card in enumerate(film.cards):
                if card.cell == cell:
                    yield _card(number, _place(cell), cards[number])


def _card(number: int, place: tuple[float, float], faces: dict[str, Sprite]) -> str:
    """A card in two groups: the outer one gives its place, the inner one is the page's to move."""
    uses = "".join(f'<use class="{name}" href="#{sprite.name}"/>' for name, sprite in faces.items())
    x, y = place
    return f'<g transform="translate({x} {y})"><g class="card" id="card{number}">{uses}</g></g>'


def _use(sprite: Sprite, place: tuple[float, float]) -> str:
    return f'<use href="#{sprite.name}" x="{place[0]}" y="{place[1]}"/>'


def _place(cell: int) -> tuple[float, float]:
    return _pixel(centre(cell), BOUNDS)


def _pixel(point: tuple[float, float], bounds: Bounds) -> tuple[float, float]:
    x, y = point
    return round((x - bounds.left) * svg.SCALE, 1), round((bounds.top - y) * svg.SCALE, 1)


def _path(loop: Loop, bounds: Bounds) -> str:
    return "M" + " ".join("{},{}".format(*_pixel(point, bounds)) for point in loop) + "Z"


def eye(sight: Sight) -> Loop:
    """The outline of what is in view from the origin, looking north."""
    half = sight.degrees / 2
    sectors = [(0.0, half, min(sight.range_cells, _FAR))]
    if sight.sees_beside and half < _BESIDE_DEGREES:
        sectors.append((half, _BESIDE_DEGREES, _BESIDE))
    sectors.append((sectors[-1][1], 180.0, _OWN_CELL))
    right = [
        towards(float(degrees), reach)
        for first, last, reach in sectors
        for degrees in np.linspace(first, last, 2 + int((last - first) / 3))
    ]
    return (*right, *((-x, y) for x, y in reversed(right)))


def _veil(sight: Sight) -> str:
    origin = Bounds(0, 0, 0, 0)
    far = _FARTHER
    square = ((-far, -far), (far, -far), (far, far), (-far, far))
    return _path(square, origin) + _path(eye(sight), origin)
