import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from cerealbar.agents import LeadTask
from cerealbar.game import Game
from cerealbar.server.partners.asking import NamedAgent
from cerealbar.server.partners.waiting import MAX_BATCH, WaitingLine, WaitingQuestion

MINE, OTHER = NamedAgent("leader", "mine", "a:b"), NamedAgent("leader", "other", "c:d")
STATES = Game(42).states
Ask = Callable[..., WaitingQuestion]


@pytest.fixture
def line() -> WaitingLine[str]:
    return WaitingLine(seconds=4.0)


@pytest.fixture
def ask(line: WaitingLine[str]) -> Iterator[Ask]:
    with closing(asyncio.new_event_loop()) as loop:

        def question(agent: NamedAgent, game: int) -> WaitingQuestion:
            task = LeadTask(game, STATES, (), ())
            asked = WaitingQuestion(agent, game, task, 0.0, loop.create_future())
            line.add(asked)
            return asked

        yield question


def test_all_questions_of_the_agent_that_waits_longest_are_one_batch(
    line: WaitingLine[str], ask: Ask
) -> None:
    line.learn(MINE, 1, 0.01)
    asked = [ask(MINE, 1), ask(OTHER, 2), ask(MINE, 3), ask(MINE, 4)]
    assert line.take("here") == [asked[0], asked[2], asked[3]]
    assert line.take("here") == [asked[1]]
    assert line.take("here") == []


@pytest.mark.parametrize(
    ("count", "seconds", "most"),
    [(1, 0.001, MAX_BATCH), (1, 1.0, 3), (3, 1.0, 9), (3, 3.0, 3), (8, 8.0, 3), (1, 3.9, 1)],
)
def test_a_batch_is_as_large_as_fits_if_every_question_takes_as_long(
    line: WaitingLine[str], ask: Ask, count: int, seconds: float, most: int
) -> None:
    asked = [ask(MINE, game) for game in range(200)]
    assert line.take("here") == asked[:1]
    line.learn(MINE, count, seconds)
    assert len(line.take("here")) == most
    line.learn(MINE, 1, 1.0)  # as long, for fewer
    assert len(line.take("here")) == max(most, 3)
    line.distrust(MINE)
    assert len(line.take("here")) == 1


def test_a_game_stays_where_it_is_remembered_until_that_is_gone(
    line: WaitingLine[str], ask: Ask
) -> None:
    first = ask(MINE, 1)
    assert line.take("here") == [first]
    line.settle([first], "here")
    second = ask(MINE, 1)
    assert line.take("there") == []
    line.abandon("here")
    assert line.take("there") == [second]
    line.settle([second], "there")
    assert line.leave(MINE, 1) == "there"
    assert line.leave(MINE, 1) is None


def test_those_who_failed_together_are_asked_alone_and_first(
    line: WaitingLine[str], ask: Ask
) -> None:
    line.learn(MINE, 1, 0.01)
    batch = [ask(MINE, 1), ask(MINE, 2)]
    assert line.take("here") == batch
    later = [ask(MINE, 3), ask(MINE, 4)]
    line.add_again(batch)
    assert [line.take("here") for _ in range(3)] == [batch[:1], batch[1:], later]


def test_a_place_takes_first_whom_it_knows(line: WaitingLine[str], ask: Ask) -> None:
    ask(MINE, 1)
    known = ask(OTHER, 2)
    assert line.take("here", {OTHER}) == [known]
    assert line.take("here", {OTHER}) == []


def test_what_nobody_wants_to_know_is_not_asked(line: WaitingLine[str], ask: Ask) -> None:
    asked = ask(MINE, 1)
    line.discard(asked)
    line.discard(asked)
    assert line.take("here") == []
