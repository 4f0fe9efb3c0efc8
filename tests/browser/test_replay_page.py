"""Recorded games on the replay page, from a file."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cerealbar.records import GameRecord
from cerealbar.records.codec import encode_game
from tests.browser.visitor import Visitor
from tests.records.games import game_with_sets


@pytest.fixture
def record() -> GameRecord:
    return game_with_sets()


def test_a_recorded_game_is_played_with_a_time_line(
    visit: Callable[..., Visitor], tmp_path: Path, record: GameRecord
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(encode_game(record))
    visitor = visit()
    visitor.go("/replay")
    visitor.find("record-file").set_input_files(file)
    replay = visitor.find("replay")
    expect(replay).to_have_attribute("data-index", "0")
    visitor.await_stage()
    last = int(replay.get_attribute("data-moments") or 0) - 1
    assert last > 50
    visitor.press("ArrowRight", "ArrowRight")
    expect(replay).to_have_attribute("data-index", "2")
    visitor.press("ArrowLeft")
    expect(replay).to_have_attribute("data-index", "1")
    visitor.press("End")
    expect(replay).to_have_attribute("data-index", str(last))
    assert record.end is not None
    expect(replay).to_have_attribute("data-score", str(record.end.score))
    visitor.press("Home")
    expect(replay).to_have_attribute("data-index", "0")
    move_through_time(visitor, last)


def move_through_time(visitor: Visitor, last: int) -> None:
    """The slider, a chapter, and playing fast."""
    replay = visitor.find("replay")
    visitor.find("scrub").focus()
    visitor.press("End")
    expect(replay).to_have_attribute("data-index", str(last))
    visitor.find("instructions").get_by_role("button").first.click()
    expect(replay).not_to_have_attribute("data-index", str(last))
    visitor.find("speed").select_option("16")
    visitor.find("play-pause").click()
    expect(replay).to_have_attribute("data-is-playing", "true")
    chapter = int(replay.get_attribute("data-index") or 0)
    visitor.page.wait_for_function(
        "(index) => document.querySelector('[data-testid=replay]').dataset.index > index",
        arg=chapter,
    )
    visitor.press("c")
    expect(visitor.find("camera")).to_have_attribute("data-camera", "overhead")


def test_a_file_that_is_no_game_is_refused_with_a_reason(
    visit: Callable[..., Visitor], tmp_path: Path
) -> None:
    file = tmp_path / "no-game.json"
    file.write_text('{"header": 1}')
    visitor = visit()
    visitor.go("/replay")
    visitor.find("record-file").set_input_files(file)
    expect(visitor.find("record-problem")).to_be_visible()
    visitor.excuse(r"status of 4\d\d")
