"""The page: a recorded game as one HTML file that plays it, without a server or a network.

All that the page knows comes from `frames.py` and `board.py`; its script only shows it.
"""

import base64
import hashlib
from html import escape
from importlib.resources import files
from string import Template

import msgspec

from cerealbar.game import new_state
from cerealbar.records.events import GameRecord, Header
from cerealbar.records.show.board import Board, draw_board
from cerealbar.records.show.frames import Film, film, frame_changes
from cerealbar.views import PAPER_SIGHT, Sight

_BADGE = '<span class="badge" title="No person took part in this game">synthetic</span>'


def replay_page(record: GameRecord, *, sight: Sight = PAPER_SIGHT) -> str:
    """A web page that plays a recorded game; `sight` is what the follower could see.

    Raises:
        ReplayError: the rules refuse a deed.
        MapError: the header's seed has no map.
    """
    shown = film(record)
    header = record.header
    tiles = new_state(header.seed, header.rules.to_rules())[0]["tile"].tolist()
    board = draw_board(shown, tiles, sight)
    style = _source("page.css")
    script = _source("page_parts.js") + _source("page.js")
    return Template(_source("page.html")).substitute(
        title=escape(f"CerealBar game {header.game_id}"),
        policy=_policy(style, script),
        style=style,
        script=script,
        badge=_BADGE if header.synthetic else "",
        facts=_facts(header),
        view_box=board.view_box,
        definitions=board.definitions,
        ground=board.ground,
        rows=board.rows,
        edge=board.edge,
        veil=board.veil,
        film=_data(shown, board),
    )


def _source(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """A content security policy under which nothing is loaded and only our own code runs."""
    return (
        f"default-src 'none'; img-src data:; style-src {_digest(style)};"
        f" script-src {_digest(script)}; base-uri 'none'; form-action 'none'"
    )


def _digest(source: str) -> str:
    digest = hashlib.sha256(source.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _facts(header: Header) -> str:
    """The header's facts as list items."""
    facts = {
        "Seed": str(header.seed),
        "Leader": header.leader.words,
        "Follower": header.follower.words,
        "Played": header.started.replace("T", " ") or "on an unknown day",
        "Game": header.game_id,
    }
    return "\n".join(
        f'<div title="{escape(name)}: {escape(value)}">'
        f"<dt>{escape(name)}</dt><dd><bdi>{escape(value)}</bdi></dd></div>"
        for name, value in facts.items()
    )


def _data(shown: Film, board: Board) -> str:
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
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
