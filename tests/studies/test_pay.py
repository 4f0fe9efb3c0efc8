import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.game import PlayerWord
from cerealbar.studies import entries as told
from cerealbar.studies.entries import GamePart, StudyEntry
from cerealbar.studies.pay import Account, Bonus, Pay, account, bonus_cents, money
from cerealbar.studies.steps import EndStep
from cerealbar.studies.story import story_of
from cerealbar.studies.study import Study
from tests.studies.ledgers import arrived, ledger, played

ORIGINAL = Pay()


def paying(pay: Pay) -> Study:
    return Study(name="s", title="S", steps=(EndStep(),), pay=pay)


def account_of(*entries: StudyEntry, pay: Pay = ORIGINAL) -> Account:
    return account(paying(pay), story_of(ledger(arrived(), *entries)))


def amounts(of: Account) -> dict[str, int]:
    return {line.kind: line.cents for line in of.lines}


@pytest.mark.parametrize(
    ("points", "cents"),
    [(0, 0), (1, 15), (2, 40), (3, 65), (5, 125), (13, 455), (14, 515), (16, 635)],
)
def test_each_set_earns_by_its_number_as_in_the_original(points: int, cents: int) -> None:
    assert bonus_cents(Bonus(), points) == cents


def test_a_study_without_steps_of_bonus_pays_none() -> None:
    assert bonus_cents(Bonus(cents=()), 9) == 0


@pytest.mark.parametrize("role", ["leader", "follower"])
def test_leaders_and_followers_are_paid_alike(role: PlayerWord) -> None:
    assert amounts(account_of(played(3, role))) == {"game": 15, "points": 65}


def test_a_visit_is_paid_when_it_reached_its_end_or_nobody_came() -> None:
    pay = Pay(base=100, failed_quiz=20)
    assert account_of(pay=pay).total == 0
    assert account_of(told.Ended(how="declined"), pay=pay).total == 0
    assert amounts(account_of(told.Ended(how="no-partner"), pay=pay)) == {"visit": 100}
    assert amounts(account_of(told.Ended(how="failed-quiz"), pay=pay)) == {"failed-quiz": 20}
    twice = (told.Ended(how="finished"), arrived(2, 2), told.Ended(how="finished"))
    assert amounts(account_of(*twice, pay=pay)) == {"visit": 200}


@pytest.mark.parametrize("how", ["partner-left", "broken"])
def test_a_game_that_others_ended_is_paid_in_addition(how: GamePart) -> None:
    fault = played(1, how=how)
    assert amounts(account_of(fault)) == {"game": 15, "points": 15, "partner-left": 50}


def test_who_leaves_gets_nothing_for_the_partners_loss() -> None:
    assert amounts(account_of(played(0, how="left"))) == {"game": 15}


@pytest.mark.parametrize(
    ("seconds", "cents"), [(0, 0), (0.5, 10), (60, 10), (60.0000001, 10), (61, 20), (125, 30)]
)
def test_waiting_is_paid_by_minutes_that_have_begun(seconds: float, cents: int) -> None:
    waited = told.WaitEnded(step="games", game_id="g", seconds=seconds)
    assert account_of(waited).total == cents


def test_waits_of_all_visits_and_games_are_added_before_they_are_rounded() -> None:
    waits = (
        told.WaitEnded(step="games", game_id="g", seconds=70),
        arrived(2, 2),
        played(waited=110),
    )
    assert amounts(account_of(*waits))["waiting"] == 30


def test_nobody_gets_more_than_the_most_but_compensation_is_beyond_it() -> None:
    games = [played(14)] * 3
    capped = account_of(*games, told.Compensated(cents=70, reason="late"), pay=Pay(most=1000))
    assert amounts(capped)["cap"] == 1000 - 3 * (15 + 515)
    assert capped.total == 1070


@given(st.lists(st.integers(0, 20), max_size=8), st.integers(0, 3000))
def test_the_cap_holds_for_any_games(scores: list[int], most: int) -> None:
    found = account_of(*map(played, scores), pay=Pay(most=most))
    assert 0 <= found.total <= most


def test_what_was_paid_is_not_due_and_nobody_pays_back() -> None:
    half = account_of(played(1), told.Paid(cents=10, batch="a"))
    assert (half.total, half.paid, half.due) == (30, 10, 20)
    assert account_of(played(1), told.Paid(cents=99, batch="a")).due == 0


def test_amounts_are_written_with_two_digits() -> None:
    assert [money(cents) for cents in (0, 5, 1205, -30)] == ["0.00", "0.05", "12.05", "-0.30"]
