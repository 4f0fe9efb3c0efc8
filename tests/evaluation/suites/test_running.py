from collections.abc import Sequence

import msgspec
import pytest

from cerealbar.agents import Choice, FollowTask
from cerealbar.agents.oracle import Oracle
from cerealbar.evaluation.statistics import Share
from cerealbar.evaluation.suites import accuracy, run_suite
from cerealbar.evaluation.suites.goals import goals
from cerealbar.evaluation.suites.page import failures_page
from cerealbar.evaluation.suites.running import MAX_CHOICES, leads_there
from cerealbar.game import Action, cell_at
from cerealbar.views import PAPER_SIGHT
from tests.evaluation.suites.boards import BLUE, ONE, WALK, YELLOW


class Marcher:
    """Walks straight on, and gives up after some steps."""

    name = "marcher"

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.forgotten: list[int] = []

    def follow(self, tasks: Sequence[FollowTask]) -> list[Choice]:
        over = Choice(Action.GIVE_UP, "tired")
        return [Choice(Action.FORWARD) if task.steps_taken < self.steps else over for task in tasks]

    def forget(self, game: int) -> None:
        self.forgotten.append(game)


def test_a_follower_is_right_where_it_does_what_was_asked() -> None:
    follower = Marcher(3)
    one, walk = run_suite([ONE, WALK], follower)
    assert (one.is_right, walk.is_right) == (True, False)
    assert one.touched == {BLUE: 1}
    assert one.trail == tuple(cell_at(x, 10) for x in (9, 10, 11, 12))
    assert one.reason == "tired"
    assert follower.forgotten == [0, 1]


def test_accuracy_is_told_by_cards_and_by_tag() -> None:
    found = accuracy(run_suite([ONE, WALK], Marcher(3)))
    assert found.all == Share(1, 2)
    assert found.by_cards == {0: Share(0, 1), 1: Share(1, 1)}
    assert found.by_tag == {"side": Share(1, 2), "steps": Share(0, 1)}
    assert found.given_up == 2


def test_a_turn_that_ends_gives_all_steps_again() -> None:
    """Fifteen cells lie ahead, and a turn has ten steps."""
    (walk,) = run_suite([WALK], Marcher(99))
    assert walk.trail[-1] == cell_at(24, 10)
    assert walk.reason is None


def test_who_never_ends_is_ended() -> None:
    class Spinner(Marcher):
        def follow(self, tasks: Sequence[FollowTask]) -> list[Choice]:
            return [Choice(Action.LEFT)] * len(tasks)

    (one,) = run_suite([ONE], Spinner(0))
    assert len(one.trail) == MAX_CHOICES + 1
    assert not one.is_right


def test_with_a_sight_the_follower_knows_what_it_sees() -> None:
    class Watcher(Marcher):
        def follow(self, tasks: Sequence[FollowTask]) -> list[Choice]:
            (task,) = tasks
            assert task.known is not None
            assert task.intention is None
            assert task.known[BLUE]
            assert not task.known[cell_at(2, 10)]
            return super().follow(tasks)

    run_suite([ONE], Watcher(1), PAPER_SIGHT)


@pytest.mark.parametrize("seed", range(3))
def test_the_oracle_does_whatever_a_task_asks_for(seed: int) -> None:
    tasks = list(goals(seed, 12))
    assert all(result.is_right for result in run_suite(tasks, Oracle()))


def test_the_page_shows_what_failed_and_no_markup_of_a_text() -> None:
    far = msgspec.structs.replace(ONE, id="far", cards=(YELLOW,), text="<b>the star</b>")
    page = failures_page(run_suite([ONE, far], Marcher(3)), "marcher & co")
    assert page.count("<article") == 1
    assert "&lt;b&gt;the star&lt;/b&gt;" in page
    assert "asked: one yellow star" in page
    assert "done: one blue square; gave up: tired" in page
    assert page.count("data:image/webp") == 2


def test_a_way_may_end_without_what_was_asked_for() -> None:
    assert leads_there(ONE)
    assert not leads_there(msgspec.structs.replace(ONE, way=("forward", "done")))
    assert leads_there(msgspec.structs.replace(ONE, way=("forward", "time-out", *ONE.way[1:])))
