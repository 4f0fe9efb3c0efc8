from cerealbar.studies.entries import (
    Arrived,
    Compensated,
    Drawn,
    Ended,
    Excluded,
    GamePlayed,
    LedgerEntry,
    Messaged,
    Paid,
    PlaceTaken,
    PoolChanged,
    QuizTaken,
    Reached,
    StepAnswered,
    WaitEnded,
)
from cerealbar.studies.story import story_of
from tests.studies.stories import ledger, played, told

DRAWN = Drawn(step="games", treatment="usual", role="leader", partner="person")
SEATED = PlaceTaken(step="games", game_id="g1", role="leader")


def test_a_new_participant_is_in_its_first_visit() -> None:
    story = told()
    assert (story.visit, story.window, story.end, story.arrived) == (1, 1, None, 1000.0)


def test_steps_are_reached_and_done() -> None:
    story = told(Reached(step="consent"), StepAnswered(step="consent"), Reached(step="quiz"))
    assert story.reached == {"consent": 1001.0, "quiz": 1003.0}
    assert story.done == {"consent"}
    assert story.last == 1003.0


def test_a_quiz_is_done_when_a_try_passes() -> None:
    failed = QuizTaken(step="quiz", seed=1, answers=(0,), right=0, is_passed=False)
    passed = QuizTaken(step="quiz", seed=2, answers=(1,), right=1, is_passed=True)
    assert "quiz" not in told(failed).done
    assert told(failed, passed).done == {"quiz"}
    assert told(failed, passed).quiz_tries == {"quiz": (failed, passed)}


def test_a_place_is_drawn_taken_and_left() -> None:
    drawn = told(DRAWN)
    assert drawn.place is not None
    assert drawn.place.seat is None
    seated = told(DRAWN, SEATED)
    assert seated.place is not None
    assert (seated.place.seat, seated.place.seated_at) == (SEATED, 1002.0)
    waited = told(DRAWN, SEATED, WaitEnded(step="games", game_id="g1", seconds=60.0))
    assert waited.place is not None
    assert (waited.place.seat, waited.place.waits, waited.waited) == (None, 1, 60.0)
    assert told(DRAWN, SEATED, played()).place is None
    assert told(DRAWN, SEATED, Ended(how="no-partner")).place is None


def test_an_answer_about_a_game_does_not_end_the_games() -> None:
    story = told(played(), StepAnswered(step="games", game_id="g1"))
    assert story.asked_about == {"g1"}
    assert "games" not in story.done


def test_another_visit_keeps_what_belongs_to_the_person() -> None:
    first = ledger(
        played(5),
        WaitEnded(step="games", game_id="g9", seconds=30.0),
        PoolChanged(pool="expert", is_member=True),
        Compensated(cents=100, reason="late"),
        Paid(cents=40, batch="b"),
        Ended(how="finished", code="X"),
    )
    again = LedgerEntry(len(first), 5000.0, Arrived(visit=2, window=2))
    story = story_of((*first, again))
    assert (story.visit, story.games, story.end, story.code) == (2, (), None, "")
    assert (story.all_games[0].score, story.ends) == (5, ("finished",))
    assert story.pools == {"expert"}
    assert (story.past_waited, story.waited) == (30.0, 0.0)
    assert (story.compensated, story.paid) == (100, 40)


def test_another_window_of_the_same_visit_changes_nothing_else() -> None:
    before = told(StepAnswered(step="consent"))
    after = before.then(Arrived(visit=1, window=2), 2000.0)
    assert (after.done, after.window, after.arrived) == (frozenset({"consent"}), 2, before.arrived)


def test_what_admins_decide_is_told() -> None:
    story = told(
        Excluded(reason="bot"),
        Messaged(text="hello"),
        PoolChanged(pool="a", is_member=True),
        PoolChanged(pool="a", is_member=False, by="admin"),
    )
    assert (story.excluded, story.messages, story.pools) == ("bot", ("hello",), frozenset())


def test_games_are_told_by_step_and_role() -> None:
    games: tuple[GamePlayed, ...] = (played(), played(role="follower", game_id="g2", step="more"))
    story = told(*games)
    assert story.games_in("more") == games[1:]
    assert story.roles() == ("leader", "follower")
