"""Recorded games to test on."""

from functools import lru_cache

from cerealbar.agents import random_game
from cerealbar.records import GameRecord


@lru_cache(maxsize=1)
def some_games() -> tuple[GameRecord, ...]:
    """Forty random games, with sets, time-outs, skipped turns and early ends among them."""
    return tuple(random_game(5, index) for index in range(40))


def game_with_sets(least: int = 2) -> GameRecord:
    """A game with at least so many sets."""
    return next(game for game in some_games() if game.end is not None and game.end.score >= least)
