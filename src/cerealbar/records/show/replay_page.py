"""The page: a recorded game as one HTML file that plays it, without a server or a network.

All that the page knows comes from `frames.py` and the board drawn here: the ground, then props and
cards row by row, then the players. Its script moves the players, shows and outlines cards, and
turns the veil; it draws nothing itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
import numpy as np
from markupsafe import Markup

from cerealbar.game import CELLS, TILE_TERRAIN, WIDTH, Heading, Player
from cerealbar.records.events import GameRecord, Header
from cerealbar.records.life import InstructionLife
from cerealbar.records.pages import fill_page
from cerealbar.records.show.frames import Film, film, frame_changes
from cerealbar.views import PAPER_SIGHT
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
_OWN_CELL = 0.55
"""How far the eye reaches all around."""


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


def replay_page(record: GameRecord) -> str:
    """A web page that plays a recorded game.

    Raises:
        ReplayError: the rules refuse a deed.
        MapError: the header's seed has no map.
    """
    shown = film(record)
    header = record.header
    board = draw_board(shown)
    return fill_page(
        "records/show/page.html",
        style="records/show/page.css",
        scripts=("records/show/page_parts.js", "records/show/page.js"),
        header=header,
        facts=_facts(header),
        board=board,
        film=_data(shown, board),
    )


def _facts(header: Header) -> dict[str, str]:
    return {
        "Seed": str(header.seed),
        "Leader": header.leader.words,
        "Follower": header.follower.words,
        "Played": header.started.replace("T", " ") or "on an unknown day",
        "Game": header.game_id,
    }


def _data(shown: Film, board: Board) -> Markup:
    """What the script shows, as JSON that no text in it can end."""
    data = {
        "rules": shown.header.rules,
        "frames": frame_changes(shown.frames),
        "cards": shown.cards,
        "instructions": [_spans(life) for life in shown.instructions],
        "turns": shown.turns,
        "sets": shown.sets,
        "places": board.places,
        "playerSprites": board.player_sprites,
        "cardSprites": [f"card-{card.kind}" for card in shown.cards],
    }
    text = msgspec.json.encode(data).decode()
    for character in "&<>":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704  # without a character of markup


def _spans(life: InstructionLife) -> dict[str, str | int | None]:
    """An instruction and the frames in which it was sent, could first be followed, and ended."""
    return {
        "text": life.text,
        "sent": life.sent + 1,
        "begun": life.begun,
        "done": None if life.ended is None else life.ended + 1,
        "status": life.status,
        "reason": life.reason,
    }


def draw_board(film: Film) -> Board:
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
        veil=_veil(),
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


def eye() -> Loop:
    """The outline of what is in view from the origin, looking north."""
    half = PAPER_SIGHT.degrees / 2
    right = [
        towards(float(degrees), reach)
        for first, last, reach in ((0.0, half, _FAR), (half, 180.0, _OWN_CELL))
        for degrees in np.linspace(first, last, 2 + int((last - first) / 3))
    ]
    return (*right, *((-x, y) for x, y in reversed(right)))


def _veil() -> str:
    origin = Bounds(0, 0, 0, 0)
    far = _FARTHER
    square = ((-far, -far), (far, -far), (far, far), (-far, far))
    return _path(square, origin) + _path(eye(), origin)
