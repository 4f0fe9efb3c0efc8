import pytest

from cerealbar.game import Cancelling, Rules
from cerealbar.records import (
    Cancelled,
    Event,
    Finished,
    GameRecord,
    GaveUp,
    Header,
    Instructed,
    Limits,
    RecordedRules,
    Stepped,
    lives,
    replay,
    select,
)

RULES = RecordedRules.from_rules(Rules(follower_steps=500, cancelling=Cancelling.ANY_TURN))


def game(game_id: str, *steps: int | None, then: tuple[Event, ...] = ()) -> GameRecord:
    """A game whose instructions took so many steps; None was not finished."""
    events: list[Event] = [Instructed(float(i), f"do {i}") for i in range(len(steps))]
    events.append(Finished(8.0, "leader"))
    for count in steps:
        if count is not None:
            events += [Stepped(9.0, "follower", "left")] * count
            events.append(Finished(9.0, "follower"))
    header = Header(game_id=game_id, seed=1, synthetic=True, rules=RULES)
    return GameRecord(header, (*events, *then))


def test_the_games_took_the_steps_that_they_say() -> None:
    found = lives(replay(game("a", 2, 0, 3, None, then=(Stepped(10.0, "follower", "right"),))))
    assert [life.steps for life in found] == [2, 0, 3, 1]
    assert [life.is_finished for life in found] == [True, True, True, False]


@pytest.mark.parametrize("end", [GaveUp(10.0, "no"), Cancelled(10.0)])
def test_given_up_and_cancelled_instructions_are_not_finished(end: Event) -> None:
    one_of_two = game("half", 5, None, then=(end,))
    one_of_three = game("third", 5, None, None, then=(end,))
    long = game("long", 5, None, then=(*[Stepped(9.5, "follower", "left")] * 51, end))
    selection = select([one_of_two, one_of_three, long], Limits())
    assert selection.kept == ["half"]
    assert selection.dropped["third"] == {
        "low-share": "33% of the instructions finished, less than 50%"
    }
    assert set(selection.dropped["long"]) == {"long-sequence"}
    assert set(select([game("none", None, then=(end,))], Limits()).dropped["none"]) == {
        "few-finished",
        "low-share",
    }


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


def test_criteria_can_be_loosened() -> None:
    games = [game("none", None), game("few", 5, None, None), game("long", 51)]
    limits = Limits(least_finished=0, least_share=0.0, most_steps=51)
    assert select(games, limits).kept == ["none", "few", "long"]
