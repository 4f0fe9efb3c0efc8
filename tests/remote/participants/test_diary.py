import pytest

from cerealbar.remote.participants.diary import Diary, outcome_of


def diary(number: int, *stays: tuple[str, float]) -> Diary:
    """A diary of someone who reaches steps and stays there for so long."""
    clock = iter(at for at in _times(stays))
    told = Diary(number, lambda: next(clock))
    for step, _ in stays:
        told.reach(step)
    told.leave()
    return told


def _times(stays: tuple[tuple[str, float], ...]) -> list[float]:
    """What the clock says: once at each arrival, twice where a step is left for another."""
    at, times = 0.0, list[float]()
    for number, (_, seconds) in enumerate(stays):
        times += [at] if number == 0 else [at, at]
        at += seconds
    return [*times, at]


def test_steps_tell_who_was_there_and_for_how_long() -> None:
    one, other = diary(1, ("consent", 2.0), ("games", 8.0)), diary(2, ("consent", 4.0))
    told = outcome_of([one, other], ["consent", "games", "end"])
    assert (told.steps["consent"].count, told.steps["consent"].median_seconds) == (2, 3.0)
    assert told.steps["consent"].longest_seconds == 4.0
    assert (told.steps["games"].count, told.steps["end"].count) == (1, 0)


def test_nothing_is_wrong_with_what_was_provoked_or_passed() -> None:
    one = diary(1, ("consent", 1.0))
    one.end = "dropped-out"
    one.refuse(409, "another window", "provoked")
    one.refuse(503, "in a moment", "passing")
    one.retried = 3
    told = outcome_of([one], ["consent"])
    assert told.wrongs == ()
    assert len(told.refusals) == 2
    assert told.retried == 3


@pytest.mark.parametrize(
    ("spoil", "wrong"),
    [
        (lambda told: told.refuse(400, "no answer"), "1 refused at consent: no answer (400)"),
        (lambda told: told.complain("no code"), "person 1 at consent: no code"),
        (lambda told: setattr(told, "end", None), "person 1 came to no end"),
    ],
)
def test_everything_that_people_should_not_meet_is_wrong(spoil, wrong: str) -> None:  # type: ignore[no-untyped-def]  # any of four deeds
    one = diary(1, ("consent", 1.0))
    one.end = "finished"
    spoil(one)
    assert outcome_of([one], ["consent"]).wrongs == (wrong,)


def test_what_the_server_calls_an_error_is_wrong_too() -> None:
    one = diary(1, ("consent", 1.0))
    one.end = "finished"
    assert outcome_of([one], ["consent"], errors=["the server says no"]).wrongs == (
        "the server says no",
    )
