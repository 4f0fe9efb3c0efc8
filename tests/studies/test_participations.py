from cerealbar.studies import entries as told
from cerealbar.studies.participations import Participation
from tests.studies.ledgers import arrived, ledger, participation


def test_the_time_at_a_step_ends_when_the_next_is_reached_or_with_the_last_thing_done() -> None:
    someone = participation(
        "p",
        arrived(),
        told.Reached(step="consent"),
        told.StepAnswered(step="consent"),
        told.Reached(step="games"),
        told.Drawn(step="games", treatment="plain", role="leader", partner="person"),
    )
    (visit,) = someone.visits
    assert [(span.step, span.seconds) for span in visit.steps] == [("consent", 20), ("games", 10)]
    assert (visit.seconds, visit.end) == (40, None)


def test_what_admins_do_later_makes_no_visit_longer() -> None:
    someone = participation(
        "p",
        arrived(),
        told.Reached(step="end"),
        told.Ended(how="finished"),
        told.Compensated(cents=5, reason="late"),
        told.Paid(cents=5, batch="b"),
    )
    (visit,) = someone.visits
    assert visit.seconds == 20
    assert visit.steps[0].seconds == 10
    assert len(visit.entries) == 5


def test_coming_back_before_the_end_is_the_same_visit_and_after_it_another() -> None:
    someone = participation(
        "p", arrived(), arrived(window=2), told.Ended(how="finished"), arrived(2, 3)
    )
    assert [(visit.number, visit.end) for visit in someone.visits] == [(1, "finished"), (2, None)]


def test_who_never_came_has_no_visits() -> None:
    assert (
        Participation("p", ledger=ledger(told.PoolChanged(pool="a", is_member=True))).visits == ()
    )
