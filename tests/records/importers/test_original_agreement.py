"""What a published game says of its course is compared with the rules, and never believed."""

from collections.abc import Callable
from typing import Any

import pytest

from cerealbar.game import coordinates
from cerealbar.records import replay
from cerealbar.records.importers import Imported
from cerealbar.records.importers.original_agreement import Checks, board_kinds
from cerealbar.records.importers.original_format import CARD_NAMES
from tests.records.importers.published import (
    Json,
    actions,
    disagreeing,
    movements,
    published,
    read,
    sample,
)

SAMPLE = sample()


@pytest.fixture
def game() -> Json:
    return published(SAMPLE)


def report_on(game: Json) -> Imported:
    """The report on a game that has the sample's events all the same."""
    report = read(game)
    record = report.record
    assert record.events == SAMPLE.events
    return report


def sets(game: Json) -> list[Json]:
    return [action for action in movements(game) if action["set_result"]["made_set"]]


def toggles(game: Json) -> list[Json]:
    return [action for action in movements(game) if action["card_result"]]


def test_a_faithful_game_agrees_in_everything(game: Json) -> None:
    steps, made = len(movements(game)), len(sets(game))
    assert made == SAMPLE.end.score  # type: ignore[union-attr]  # the sample has an end
    assert report_on(game).agreement == {
        "cards": Checks(len(toggles(game)), len(toggles(game))),
        "sets": Checks(made, made),
        "scores": Checks(made + 1, made + 1),
        "new_cards": Checks(made, made),
        "positions": Checks(steps, steps),
        "aligned": Checks(sent := len(actions(game, "instruction")), sent),
        "clocks": Checks(len(game["actions"]), len(game["actions"])),
    }


# Instructions


def with_steps(game: Json) -> Json:
    """An instruction under which the follower took at least two steps."""
    return next(each for each in actions(game, "instruction") if len(each["aligned_actions"]) > 1)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda told: told[:-1],
        lambda told: [*told, "MF"],
        lambda told: ["MB" if step == "MF" else "MF" for step in told],
        lambda told: "MF",
        lambda told: [*told, {"type": "MF"}],
        lambda told: None,
    ],
)
def test_aligned_actions_that_contradict_the_movements_are_reported(
    game: Json, spoil: Callable[[Any], object]
) -> None:
    action = with_steps(game)
    true = action["aligned_actions"]
    told = action["aligned_actions"] = spoil(true)
    report = report_on(game)
    assert report.agreement["aligned"].disagreeing == 1
    index = game["actions"].index(action)
    assert report.notes == (f"action {index}: aligned: told {told!r:.80}, computed {true!r:.80}",)


def test_aligned_actions_may_be_missing_or_hold_what_is_no_step(game: Json) -> None:
    first, *others = actions(game, "instruction")
    del first["aligned_actions"]
    for action in others:
        told = [step.lower() for step in action["aligned_actions"]]
        action["aligned_actions"] = ["initial", *told, "STOP"]
    report = report_on(game)
    assert report.agreement["aligned"] == Checks(len(others), len(others))
    assert report.notes == ()


# Clocks


def test_a_clock_that_runs_backward_is_reported_with_its_place(game: Json) -> None:
    del game["actions"][5]["time"]  # then the game's own clock counts
    game["actions"][5]["game_time"] = 3600.0
    report = read(game)
    record = report.record
    assert report.agreement["clocks"] == Checks(len(game["actions"]), 6)
    assert report.notes[0].startswith("action 6: clocks: runs backward from 3600 to ")
    times = [event.at for event in record.events]
    assert times == sorted(times)


@pytest.mark.parametrize("told", [None, "noon", [], "nan", "inf"])
def test_a_clock_that_tells_no_time_is_passed_over(game: Json, told: object) -> None:
    for action in game["actions"]:
        action["time"], action["game_time"] = told, told
    assert read(game).agreement["clocks"].agreeing == 0


# Cards


@pytest.mark.parametrize(
    "told", ["ACTIVATED {other} card_pink Torus", "DEACTIVATED {other} card_pink Torus", "", None]
)
def test_a_wrong_card_is_reported(game: Json, told: str | None) -> None:
    action = toggles(game)[0]
    true = action["card_result"]
    if told:
        told = told.format(other="2" if "1" in true else "1")
    action["card_result"] = told
    report = report_on(game)
    assert report.agreement["cards"].disagreeing == 1
    index = game["actions"].index(action)
    assert report.notes == (f"action {index}: cards: told {told!r}, computed {true!r}",)


def test_a_card_where_the_rules_see_none_is_reported(game: Json) -> None:
    action = next(action for action in movements(game) if not action["card_result"])
    action["card_result"] = "ACTIVATED 1 card_pink Torus"
    assert report_on(game).agreement["cards"].disagreeing == 1


def test_only_the_first_disagreement_of_a_kind_is_noted(game: Json) -> None:
    for action in toggles(game):
        action["card_result"] = ""
    report = report_on(game)
    assert report.agreement["cards"] == Checks(len(toggles(published(SAMPLE))), 0)
    assert len(report.notes) == 1


def test_a_card_may_be_told_with_its_place_in_the_world(game: Json) -> None:
    for action in toggles(game):
        action["card_result"] += " (173.205, 0.000, 75.000)"
    assert disagreeing(report_on(game).agreement) == 0


# Sets


def test_a_set_that_is_not_told_is_reported(game: Json) -> None:
    sets(game)[0]["set_result"] = {"made_set": False}
    assert report_on(game).agreement["sets"].disagreeing == 1


def test_a_set_that_the_rules_do_not_see_is_reported(game: Json) -> None:
    movements(game)[0]["set_result"] = {"made_set": True, "new_score": 9}
    agreement = report_on(game).agreement
    assert agreement["sets"].disagreeing == 1
    assert agreement["scores"].disagreeing == 0


def test_a_wrong_new_score_is_reported(game: Json) -> None:
    sets(game)[0]["set_result"]["new_score"] = 5
    assert report_on(game).agreement["scores"].disagreeing == 1


def test_a_wrong_score_of_the_game_is_reported(game: Json) -> None:
    game["score"] += 1
    report = report_on(game)
    assert report.agreement["scores"].disagreeing == 1
    assert report.notes == (
        f"at the end: scores: told {game['score']}, computed {game['score'] - 1}",
    )


def test_wrong_new_cards_are_reported(game: Json) -> None:
    sets(game)[0]["set_result"]["new_cards"][1] = "1 card_plaid Donut"
    assert report_on(game).agreement["new_cards"].disagreeing == 1


@pytest.mark.parametrize("form", ["list", "object", "words", "reversed"])
def test_new_cards_may_be_told_in_several_forms(game: Json, form: str) -> None:
    for action in sets(game):
        cards = [card.split() for card in action["set_result"]["new_cards"]]
        forms: dict[str, list[Any]] = {
            "list": [[int(count), colour, shape] for count, colour, shape in cards],
            "object": [{"number": int(a), "color": b, "shape": c.upper()} for a, b, c in cards],
            "words": [f"{a} {b} {c} (103.923, 0.000, 210.000)" for a, b, c in cards],
            "reversed": [" ".join(card) for card in reversed(cards)],
        }
        action["set_result"]["new_cards"] = forms[form]
    assert report_on(game).agreement["new_cards"].disagreeing == 0


def test_new_cards_may_be_the_whole_board(game: Json) -> None:
    played = replay(SAMPLE)
    made = [i for i, outcome in enumerate(played.outcomes) if outcome & 8]
    for action, deed in zip(sets(game), made, strict=True):
        board = [CARD_NAMES[kind] for kind in board_kinds(played, deed)]
        action["set_result"]["new_cards"] = board
    assert report_on(game).agreement["new_cards"] == Checks(len(made), len(made))


# Positions


@pytest.mark.parametrize(
    "form",
    [
        lambda x, z: f" {x},{z}",
        lambda x, z: f"({x}, {z})",
        lambda x, z: [x, z],
    ],
)
def test_positions_may_be_told_in_several_forms(game: Json, form: Any) -> None:
    for action in movements(game):
        x, z = map(int, action["resulting_position"].split(","))
        action["resulting_position"] = form(x, z)
    steps = len(movements(game))
    assert report_on(game).agreement["positions"] == Checks(steps, steps)


def test_the_position_after_a_rotation_may_be_the_same(game: Json) -> None:
    for action in movements(game):
        if action["action"] in ("RL", "RR"):
            action["resulting_position"] = "same"
    steps = len(movements(game))
    assert report_on(game).agreement["positions"] == Checks(steps, steps)


def test_the_position_after_a_move_is_not_the_same(game: Json) -> None:
    next(a for a in movements(game) if a["action"] == "MF")["resulting_position"] = "same"
    assert report_on(game).agreement["positions"].disagreeing == 1


@pytest.mark.parametrize("told", ["24,24", [0, 0]])
def test_a_wrong_position_is_reported(game: Json, told: object) -> None:
    movements(game)[0]["resulting_position"] = told
    assert report_on(game).agreement["positions"].disagreeing == 1


@pytest.mark.parametrize("told", ["somewhere", "", [1], {}, 7, None, "99,99"])
def test_a_position_that_says_nothing_is_not_compared(game: Json, told: object) -> None:
    movements(game)[0]["resulting_position"] = told
    steps = len(movements(game))
    assert report_on(game).agreement["positions"] == Checks(steps - 1, steps - 1)


def test_the_positions_of_the_fixtures_are_those_of_the_rules(game: Json) -> None:
    played = replay(SAMPLE)
    for action in actions(game, "movement", move_id=-1):
        player = ("Leader", "Follower").index(action["character"])
        x, z = coordinates(played.states[0]["player_cell"][player])
        assert action["resulting_position"] == f"{x},{z}"
