import pytest

from cerealbar.records import (
    Event,
    Finished,
    GameRecord,
    Header,
    Instructed,
    Limits,
    Stepped,
    align,
    select,
)


def game(game_id: str, *steps: int | None) -> GameRecord:
    """A game whose instructions took so many steps; None was not finished."""
    events: list[Event] = [Instructed(float(i), f"do {i}") for i in range(len(steps))]
    for count in steps:
        if count is not None:
            events += [Stepped(9.0, "follower", "left")] * count
            events.append(Finished(9.0, "follower"))
    return GameRecord(Header(game_id=game_id, seed=1, synthetic=True), tuple(events))


def test_steps_belong_to_the_instruction_that_was_current() -> None:
    aligned = align(game("a", 2, 0, 3, None))
    assert [len(instruction.steps) for instruction in aligned] == [2, 0, 3, 0]
    assert [instruction.is_finished for instruction in aligned] == [True, True, True, False]
    assert [instruction.text for instruction in aligned] == ["do 0", "do 1", "do 2", "do 3"]


def test_steps_of_an_unfinished_instruction_belong_to_it() -> None:
    unfinished = game("a", 2, None)
    record = GameRecord(unfinished.header, (*unfinished.events, Stepped(10.0, "follower", "right")))
    assert align(record)[1].steps == ("right",)


def test_each_criterion_drops_the_game_that_fails_it() -> None:
    selection = select(
        [game("good", 5, 5), game("none", None), game("few", 5, None, None), game("long", 51)],
        Limits(),
    )
    assert selection.kept == ["good"]
    assert set(selection.dropped["none"]) == {"few-finished", "low-share"}
    assert set(selection.dropped["few"]) == {"low-share"}
    assert selection.dropped["long"] == {
        "long-sequence": "51 steps in one instruction, more than 50"
    }
    assert selection.counts() == {"few-finished": 1, "low-share": 2, "long-sequence": 1}


@pytest.mark.parametrize(
    "limits",
    [
        Limits(least_finished=None, least_share=None, most_steps=None),
        Limits(least_finished=0, least_share=0.0, most_steps=51),
    ],
)
def test_criteria_can_be_loosened_or_switched_off(limits: Limits) -> None:
    games = [game("none", None), game("few", 5, None, None), game("long", 51)]
    assert select(games, limits).kept == ["none", "few", "long"]
