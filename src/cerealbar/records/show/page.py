"""The page: a recorded game as one HTML file that plays it, without a server or a network.

All that the page knows comes from `frames.py` and `board.py`; its script only shows it.
"""

import msgspec
from markupsafe import Markup

from cerealbar.records.events import GameRecord, Header
from cerealbar.records.pages import fill_page
from cerealbar.records.show.board import Board, draw_board
from cerealbar.records.show.frames import Film, film, frame_changes
from cerealbar.views import PAPER_SIGHT, Sight


def replay_page(record: GameRecord, *, sight: Sight = PAPER_SIGHT) -> str:
    """A web page that plays a recorded game; `sight` is what the follower could see.

    Raises:
        ReplayError: the rules refuse a deed.
        MapError: the header's seed has no map.
    """
    shown = film(record)
    header = record.header
    board = draw_board(shown, sight)
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
        "instructions": shown.instructions,
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
