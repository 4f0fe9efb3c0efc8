import pytest

from cerealbar.agents.playing import follow_task, lead_task
from cerealbar.game import Action, Game
from cerealbar.server.partners.asking import (
    Answer,
    Answered,
    Call,
    Forget,
    Load,
    Loaded,
    NamedAgent,
    pack_reply,
    read_reply,
)
from cerealbar.server.partners.child import Agents
from cerealbar.views import CB2_SIGHT, Sight, remember_game

ODD = "tests.agents.odd_players"
BROKEN = "tests.server.rooms.broken_agents"
GAMES = (7, 8)


def following(source: str) -> NamedAgent:
    return NamedAgent("follower", "name", source)


def call(source: str, sight: Sight | None = None, games: tuple[int, ...] = (7,)) -> Call:
    game = Game(42)
    game.instruct("turn around and get the blue star")
    game.step(Action.DONE)
    memory = remember_game(game, sight) if sight else None
    return Call(following(source), tuple(follow_task(number, game, memory) for number in games))


def replies(source: str, sight: Sight | None = None, games: tuple[int, ...] = (7,)) -> Answered:
    """What is said to a call, after it was sent to the server."""
    agents = Agents()
    assert agents.reply(Load(following(source))) == Loaded()
    reply = agents.reply(call(source, sight, games))
    assert reply is not None
    sent = read_reply(pack_reply(reply))
    assert isinstance(sent, Answered)
    return sent


@pytest.mark.parametrize("sight", [None, CB2_SIGHT])
def test_an_agent_answers_with_a_choice_for_each_task(sight: Sight | None) -> None:
    reply = replies("rule-based", sight, GAMES)
    assert reply.failure == ""
    assert len(reply.answers) == 2
    for answer in reply.answers:
        assert answer.choice is not None
        assert answer.choice.action.is_step
        assert answer.plan is not None


def test_a_leader_answers_too() -> None:
    agents, leader = Agents(), NamedAgent("leader", "name", "scripted-plain")
    assert agents.reply(Load(leader)) == Loaded()
    reply = agents.reply(Call(leader, (lead_task(7, Game(42)), lead_task(8, Game(43)))))
    assert isinstance(reply, Answered)
    sent = read_reply(pack_reply(reply))
    assert sent == reply
    assert [answer.failure for answer in reply.answers] == ["", ""]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("oracle", "'oracle' cannot follow here: it needs what the leader means"),
        (f"{ODD}:missing", "follower 'tests.agents.odd_players:missing' cannot be imported"),
        (f"{ODD}:fail", "follower 'tests.agents.odd_players:fail' cannot be made: RuntimeError"),
    ],
)
def test_an_agent_that_cannot_be_loaded_says_why_in_one_sentence(source: str, reason: str) -> None:
    loaded = Agents().reply(Load(following(source)))
    assert isinstance(loaded, Loaded)
    assert loaded.failure.startswith(reason)


def test_an_agent_that_needs_the_whole_board_cannot_follow_without() -> None:
    reply = replies(f"{ODD}:Curious", CB2_SIGHT)
    assert reply.failure.startswith(f"'{ODD}:Curious' cannot follow here: it needs the whole")
    assert replies(f"{ODD}:Curious").failure == ""


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Word", f"follower '{BROKEN}:Word' cannot choose 'forward' in game 7"),
        ("Number", "cannot choose 99"),
        ("Nothing", "cannot choose None"),
        ("Truth", "cannot choose True"),
        ("Halved", "surrogates not allowed"),
        ("Planless", "cannot plan 'north' in game"),
        ("NotANumber", "nan is no weight"),
        ("Endless", "inf is no weight"),
        ("Negative", "-1.0 is no weight"),
        ("Huge", "1e+300 is no weight"),
        ("Elsewhere", "100000 is no cell"),
        ("Secretive", "TypeError: no words for it"),
    ],
)
def test_nonsense_is_the_failure_of_its_game_alone(name: str, reason: str) -> None:
    """The broken agents answer so in the game 7 only."""
    wrong, right = replies(f"{BROKEN}:{name}", games=GAMES).answers
    assert reason in wrong.failure
    assert wrong.choice is None
    assert wrong.plan is None
    assert right.choice is not None
    assert right.choice.action is Action.LEFT


@pytest.mark.parametrize("name", ["Short", "Long", "Mute", "Raising", "Gibberish"])
def test_too_few_too_many_and_no_answers_are_a_failure_of_the_call(name: str) -> None:
    reply = replies(f"{BROKEN}:{name}", games=GAMES)
    assert reply.answers == ()
    assert reply.failure


def test_what_no_other_process_could_read_is_read_here() -> None:
    (answer,) = replies(f"{BROKEN}:Unpicklable").answers
    assert answer.choice is not None
    assert answer.plan is not None
    assert type(answer.plan.goals) is dict


def test_an_agent_may_say_that_it_remembers_nothing() -> None:
    loaded = Agents().reply(Load(following(f"{BROKEN}:Forgetful")))
    assert loaded == Loaded(remembers=False)


def test_forgetting_a_game_makes_no_agent_and_never_fails() -> None:
    agents = Agents()
    assert agents.reply(Forget(following(f"{ODD}:missing"), 7)) is None
    agents.reply(Load(following(f"{BROKEN}:Unforgiving")))
    assert agents.reply(Forget(following(f"{BROKEN}:Unforgiving"), 7)) is None
    assert Answer() == Answer(None, None, "")
