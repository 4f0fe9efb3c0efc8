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
    RecordedRules,
    Stepped,
    dropped_games,
    lives,
    replay,
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
    dropped = dropped_games([one_of_two, one_of_three, long])
    assert [*dropped] == ["third", "long"]
    assert dropped["third"] == {"low-share": "33% of the instructions finished, less than 50%"}
    assert set(dropped["long"]) == {"long-sequence"}
    assert set(dropped_games([game("none", None, then=(end,))])["none"]) == {
        "few-finished",
        "low-share",
    }


def test_each_criterion_drops_the_game_that_fails_it() -> None:
    dropped = dropped_games(
        [game("good", 5, 5), game("none", None), game("few", 5, None, None), game("long", 51)],
    )
    assert [*dropped] == ["none", "few", "long"]
    assert set(dropped["none"]) == {"few-finished", "low-share"}
    assert set(dropped["few"]) == {"low-share"}
    assert dropped["long"] == {"long-sequence": "51 steps in one instruction, more than 50"}


def test_the_longest_sequence_can_be_chosen() -> None:
    assert dropped_games([game("long", 51)], 51) == {}
