from dataclasses import replace

import pytest

from cerealbar.game import Action, Game
from cerealbar.server.partners.asking import Question
from cerealbar.server.partners.child import Agents
from cerealbar.server.rooms.tasks import follow_task
from cerealbar.views import CB2_SIGHT, Sight, remember_game

OURS = "tests.agents.odd_players"


def question(source: str, sight: Sight | None = None) -> Question:
    game = Game(42)
    game.instruct("turn around and get the blue star")
    game.step(Action.DONE)
    task = follow_task(7, game, remember_game(game, sight) if sight else None)
    return Question(1, "name", source, False, 7, task)


@pytest.mark.parametrize("sight", [None, CB2_SIGHT])
def test_an_agent_answers_with_a_choice(sight: Sight | None) -> None:
    answer = Agents().answer(question("rule-based", sight))
    assert answer.failure == ""
    assert answer.choice is not None
    assert answer.choice.action.is_step


@pytest.mark.parametrize(
    ("source", "sight", "reason"),
    [
        ("oracle", None, "'oracle' cannot follow here: it needs what the leader means"),
        (f"{OURS}:Curious", CB2_SIGHT, f"'{OURS}:Curious' cannot follow here: it needs the whole"),
        (f"{OURS}:missing", None, "follower 'tests.agents.odd_players:missing' cannot be imported"),
    ],
)
def test_an_agent_that_cannot_play_is_a_failure_in_one_sentence(
    source: str, sight: Sight | None, reason: str
) -> None:
    answer = Agents().answer(question(source, sight))
    assert answer.choice is None
    assert answer.failure.startswith(reason)


def test_forgetting_a_game_makes_no_agent() -> None:
    over = replace(question(f"{OURS}:missing"), task=None)
    assert Agents().answer(over).failure == ""
