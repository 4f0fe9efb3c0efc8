"""Games to show: a written one with every kind of event, and a random one with several sets."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from cerealbar.records import GameRecord
from cerealbar.records.show import Film, film, replay_page
from tests.browser_support import running_chromium
from tests.records.random_games import random_game
from tests.records.show.games import hostile_game, written_game


@pytest.fixture(scope="session")
def written() -> GameRecord:
    return written_game()


@pytest.fixture(scope="session")
def long_game() -> GameRecord:
    """A random game with at least three sets and an invalid selection."""
    for index in range(100):
        record = random_game(11, index)
        has_sets = record.end is not None and record.end.score >= 3
        if has_sets and any(frame.is_invalid for frame in film(record).frames):
            return record
    raise AssertionError("no random game has three sets and an invalid selection")


@pytest.fixture(scope="session")
def long_film(long_game: GameRecord) -> Film:
    return film(long_game)


@pytest.fixture(scope="module")  # while it is there, no other test can run an event loop
def browser() -> Iterator[Browser]:
    with running_chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def long_page(long_game: GameRecord, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the long game's page."""
    path = tmp_path_factory.mktemp("pages") / "long game.html"
    path.write_text(replay_page(long_game), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def hostile_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a page whose texts try to break out."""
    path = tmp_path_factory.mktemp("pages") / "hostile.html"
    path.write_text(replay_page(hostile_game()), encoding="utf-8")
    return path
