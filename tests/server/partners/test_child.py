import pytest

from cerealbar.agents.playing import follow_task, lead_task
from cerealbar.game import Action, Game
from cerealbar.server.partners.asking import AgentFailedError, Answer, NamedAgent, read_answers
from cerealbar.server.partners.child import answers, forget, load
from cerealbar.views import CB2_SIGHT, Sight, remember_game

ODD = "tests.agents.odd_players"
BROKEN = "tests.server.rooms.broken_agents"
GAMES = (7, 8)


def following(source: str) -> NamedAgent:
    return NamedAgent("follower", "name", source)


def replies(
    source: str, sight: Sight | None = None, games: tuple[int, ...] = (7,)
) -> tuple[Answer, ...]:
    """What an agent answers, after it was sent to the server."""
    game = Game(42)
    game.instruct("turn around and get the blue star")
    game.step(Action.DONE)
    memory = remember_game(game, sight) if sight else None
    load(following(source))
    tasks = tuple(follow_task(number, game, memory) for number in games)
    return read_answers(answers(following(source), tasks))


@pytest.mark.parametrize("sight", [None, CB2_SIGHT])
def test_an_agent_answers_with_a_choice_for_each_task(sight: Sight | None) -> None:
    found = replies("rule-based", sight, GAMES)
    assert len(found) == 2
    for answer in found:
        assert answer.choice is not None
        assert answer.choice.action.is_step
        assert answer.plan is not None


def test_a_leader_answers_too() -> None:
    leader = NamedAgent("leader", "name", "scripted-plain")
    assert load(leader)
    tasks = lead_task(7, Game(42)), lead_task(8, Game(43))
    found = read_answers(answers(leader, tasks))
    assert [answer.failure for answer in found] == ["", ""]
    assert all(answer.choice is not None for answer in found)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("oracle", "'oracle' cannot follow here: it needs what the leader means"),
        (f"{ODD}:missing", "follower 'tests.agents.odd_players:missing' cannot be imported"),
        (f"{ODD}:fail", "follower 'tests.agents.odd_players:fail' cannot be made: RuntimeError"),
    ],
)
def test_an_agent_that_cannot_be_loaded_says_why_in_one_sentence(source: str, reason: str) -> None:
    with pytest.raises(AgentFailedError) as failure:
        load(following(source))
    assert str(failure.value).startswith(reason)


def test_an_agent_that_needs_the_whole_board_cannot_follow_without() -> None:
    with pytest.raises(AgentFailedError) as failure:
        replies(f"{ODD}:Curious", CB2_SIGHT)
    assert str(failure.value).startswith(f"'{ODD}:Curious' cannot follow here: it needs the whole")
    assert replies(f"{ODD}:Curious")[0].failure == ""


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Word", f"follower '{BROKEN}:Word' cannot choose 'forward' in game 7"),
        ("Number", "cannot choose 99"),
        ("Nothing", "cannot choose None"),
        ("Truth", "cannot choose True"),
        ("Halved", "is no character of it"),
        ("Planless", "cannot plan 'north' in game"),
        ("NotANumber", "cannot hold nan"),
        ("Endless", "cannot hold inf"),
        ("Negative", "cannot hold -1.0"),
        ("Huge", "cannot hold 1e+300"),
        ("Elsewhere", "for cell 100000"),
        ("Secretive", "TypeError: no words for it"),
    ],
)
def test_nonsense_is_the_failure_of_its_game_alone(name: str, reason: str) -> None:
    """The broken agents answer so in the game 7 only."""
    wrong, right = replies(f"{BROKEN}:{name}", games=GAMES)
    assert reason in wrong.failure
    assert wrong.choice is None
    assert wrong.plan is None
    assert right.choice is not None
    assert right.choice.action is Action.LEFT


@pytest.mark.parametrize("name", ["Short", "Long", "Mute", "Raising", "Gibberish", "Leaving"])
def test_too_few_too_many_and_no_answers_are_a_failure_of_the_call(name: str) -> None:
    with pytest.raises(AgentFailedError, match=r"."):
        replies(f"{BROKEN}:{name}", games=GAMES)


def test_what_no_other_process_could_read_is_read_here() -> None:
    (answer,) = replies(f"{BROKEN}:Unpicklable")
    assert answer.choice is not None
    assert answer.plan is not None
    assert type(answer.plan.goals) is dict


def test_an_agent_may_say_that_it_remembers_nothing() -> None:
    assert not load(following(f"{BROKEN}:Forgetful"))
    assert load(following(f"{BROKEN}:Odd"))


def test_forgetting_a_game_makes_no_agent_and_never_fails() -> None:
    forget(following(f"{ODD}:missing"), 7)
    load(following(f"{BROKEN}:Unforgiving"))
    forget(following(f"{BROKEN}:Unforgiving"), 7)
