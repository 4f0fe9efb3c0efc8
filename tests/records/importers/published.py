"""Published games to test on: random games in exactly that format, as JSON values to spoil."""

import json
from collections.abc import Callable
from typing import Any

from cerealbar.records import Event, GameEnd, GameRecord, Stepped
from cerealbar.records.importers import Imported, parse_original
from cerealbar.records.importers.original_agreement import Agreement
from tests.records.games import some_games
from tests.records.importers.export import format_original

Json = dict[str, Any]  # JSON of any shape is what these tests are about


def published(record: GameRecord, split: str | None = None) -> Json:
    """The game as the original's authors would have published it."""
    game: Json = json.loads(format_original(record, split))
    return game


def encode(game: object) -> bytes:
    """The bytes of a JSON value."""
    return json.dumps(game).encode()


def read(game: Json, key: str | None = None) -> Imported:
    """The game, read."""
    return parse_original(encode(game), key)


def disagreeing(agreement: Agreement) -> int:
    """How often anything did not agree."""
    return sum(checks.disagreeing for checks in agreement.values())


def actions(game: Json, kind: str = "", **fields: object) -> list[Json]:
    """The actions of a type whose fields have these values."""
    return [
        action
        for action in game["actions"]
        if action["type"].startswith(kind)
        and all(action.get(name) == value for name, value in fields.items())
    ]


def movements(game: Json) -> list[Json]:
    """The actions that move a player."""
    return [action for action in actions(game, "movement") if action["move_id"] >= 0]


def _is_whole(record: GameRecord) -> bool:
    return record.end is not None and record.end.how is GameEnd.NO_TURNS


def game_with(has: Callable[[Event], bool]) -> GameRecord:
    """A game that went on to its regular end and has such an event."""
    return next(game for game in some_games() if _is_whole(game) and any(map(has, game.events)))


def sample() -> GameRecord:
    """A game with sets whose last turn ended with the follower's last step."""
    return next(
        game
        for game in some_games()
        if _is_whole(game)
        and game.end is not None
        and game.end.score >= 2
        and isinstance(game.events[-3], Stepped)
    )
