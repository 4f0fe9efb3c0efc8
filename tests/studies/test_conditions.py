import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.studies.conditions import FACTS, Condition, ConditionError
from cerealbar.studies.entries import Ended, PoolChanged, WaitEnded
from tests.studies.stories import played, told

EXPERT = "games_led >= 1 and games_followed >= 1"


def test_an_empty_condition_holds_for_everyone() -> None:
    assert Condition("").holds(told())
    assert Condition("  ").holds(told(played()))


def test_the_expert_of_the_paper_has_led_and_followed() -> None:
    assert not Condition(EXPERT).holds(told(played(), played(game_id="g2")))
    assert Condition(EXPERT).holds(told(played(), played(role="follower", game_id="g2")))


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("best_score == 7", True),
        ("best_led == 7 and best_followed == 2", True),
        ("total_score / games > 4", True),
        ("total_score / games > 4.5", False),
        ("3 <= best_score < 8", True),
        ("3 <= best_score < 7", False),
        ("not games_left", True),
        ("games - 2 == 0 or games_now == 9", True),
        ("-best_score < -6", True),
        ('in_pool("slow")', True),
        ('in_pool("expert")', False),
        ("waited_minutes * 2 == 3", True),
        ("finished_visits == 1", True),
        ("games / 0 == 0", True),
    ],
)
def test_conditions_are_computed(text: str, holds: bool) -> None:
    story = told(
        played(7),
        played(2, "follower", game_id="g2"),
        WaitEnded(step="games", game_id="g3", seconds=90.0),
        PoolChanged(pool="slow", is_member=True),
        Ended(how="finished"),
    )
    assert Condition(text).holds(story) is holds


@pytest.mark.parametrize(
    "text",
    [
        "games >=",
        "age > 18",
        "__import__('os')",
        "games.real",
        "games[0]",
        "lambda: 1",
        "games in (1, 2)",
        "games is games",
        "'text' == 'text'",
        "in_pool(games)",
        "in_pool('a', 'b')",
        "games ** games",
        "(" * 300 + "games" + ")" * 300,
        " + ".join(["games"] * 300),
        "\0",
    ],
)
def test_nothing_else_is_a_condition(text: str) -> None:
    with pytest.raises(ConditionError):
        Condition(text)


def test_the_error_names_what_can_be_asked() -> None:
    with pytest.raises(
        ConditionError, match=r"'age' is nothing that is known of people.*games_led"
    ):
        Condition("age > 18")


def test_the_pools_that_a_condition_names_are_known() -> None:
    assert Condition('in_pool("a") or not in_pool("b")').pools == {"a", "b"}


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read = Condition(text)
    except ConditionError:
        return
    assert read.holds(told()) in (True, False)


def test_every_fact_is_a_number() -> None:
    for fact in FACTS.values():
        assert isinstance(fact(told()), int | float)
