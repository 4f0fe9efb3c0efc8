"""Recorded games on the replay page, from a file."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cerealbar.game import Action, Cancelling, Game, Rules
from cerealbar.records import GameRecord, Header, RecordedRules, record_of
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


def test_what_became_of_instructions_is_shown(
    visit: Callable[..., Visitor], tmp_path: Path
) -> None:
    rules = Rules(cancelling=Cancelling.ANY_TURN)
    game = Game(42, rules)
    for text in ("one", "two", "three"):
        game.instruct(text)
    game.step(Action.DONE)
    game.give_up("no way")
    game.step(Action.DONE)
    game.cancel()
    game.instruct("four")
    header = Header(game_id="a", seed=42, synthetic=True, rules=RecordedRules.from_rules(rules))
    file = tmp_path / "game.json"
    times = [float(second) for second in range(len(game.history))]
    file.write_bytes(encode_game(record_of(game, header, times)))
    visitor = visit()
    visitor.go("/replay")
    visitor.find("record-file").set_input_files(file)
    expect(visitor.find("replay")).to_have_attribute("data-index", "0")
    visitor.press("End")
    expect(visitor.find("instructions").locator("li")).to_have_text(
        [
            re.compile("Gave up.*one.*no way", re.S),
            re.compile("Done.*two", re.S),
            re.compile("Cancelled.*three", re.S),
            re.compile("Unfinished.*four", re.S),
        ]
    )


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
