import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from cerealbar.agents import (
    Choice,
    FollowTask,
    LeadTask,
    PlayerError,
    Simulation,
    ask_follower,
    make_follower,
    make_leader,
)
from cerealbar.cli.main import app
from cerealbar.game import Action, Player, Rules
from cerealbar.views import PAPER_SIGHT, BoardMemory
from examples.language_model_player import (
    ChatServer,
    LanguageModelBusyError,
    LanguageModelError,
    LanguageModelFollower,
    LanguageModelLeader,
    UnreadableAnswerError,
    leader_words,
    main,
    read_actions,
    read_turn,
)
from tests.boards import WATER, board
from tests.examples.chat_server import Chat, serving

EXAMPLES = Path(__file__).parents[2] / "examples"
STRAIGHT = "straight ahead"


def by_rule(messages: list[dict[str, str]]) -> str:
    """Walks to the card that is named if it lies straight ahead; leads by asking for a card."""
    words = messages[-1]["content"]
    if "You are the leader" in messages[0]["content"]:
        card = re.search(r"- card (.+?):", words)
        assert card is not None
        return f"Let me think.\nSAY: get the {card[1]}\nMOVE: left, right\nEND"
    asked = re.search(r'current\): "get the (.+)"', words)
    place = asked and re.search(rf"- card {asked[1]}: .*?(\d+) away, {STRAIGHT}", words)
    steps = ["forward"] * int(place[1]) if place else ["left"]
    return f"I will go there.\n**Actions:** {', '.join([*steps, 'done'])}"


@pytest.fixture
def chat() -> Iterator[Chat]:
    with serving(by_rule) as found:
        yield found


def server(chat: Chat, **options: float) -> ChatServer:
    slept: list[float] = []
    return ChatServer(chat.url, "small", "secret", sleep=slept.append, **options)  # type: ignore[arg-type]


def task(text: str = "get the two blue stars", steps: int = 0, **options: object) -> FollowTask:
    states = board(
        follower="5,5,e",
        turn=Player.FOLLOWER,
        queue=1,
        cards=["2bs@8,5", "1gd@1,5"],
        **options,  # type: ignore[arg-type]
    )
    return FollowTask(3, states, text, 0, steps)


def test_a_follower_does_what_the_model_says_and_asks_once_for_several_steps(chat: Chat) -> None:
    follower = LanguageModelFollower(server(chat))
    found = [follower.follow([task(steps=steps)])[0].action.word for steps in range(4)]
    assert found == ["forward", "forward", "forward", "done"]
    (asked,) = chat.asked
    assert (asked["model"], asked["temperature"], asked["seed"]) == ("small", 0, 0)
    assert [message["role"] for message in asked["messages"]] == ["system", "user"]
    assert "You are the follower at (5, 5), facing east." in asked["messages"][1]["content"]
    assert chat.headers[0]["Authorization"] == "Bearer secret"
    assert "secret" not in repr(follower.server)


def test_a_blocked_step_is_told_and_too_many_end_the_instruction(chat: Chat) -> None:
    follower = LanguageModelFollower(server(chat))
    blocked = task(tiles={(6, 5): WATER})
    found = [follower.follow([blocked])[0] for _ in range(4)]
    assert [choice.action for choice in found[:3]] == [Action.FORWARD] * 3
    assert found[3] == Choice(Action.GIVE_UP, "language model: the way was blocked 3 times")
    assert len(chat.asked) == 3
    assert "Your last step was blocked" in chat.asked[1]["messages"][1]["content"]


def test_nonsense_is_told_back_once_and_then_the_follower_gives_up(chat: Chat) -> None:
    answers = ["I would love to!", "ACTIONS: left, done", "fly", "ACTIONS: swim"]
    chat.answer = lambda _: answers.pop(0)
    follower = LanguageModelFollower(server(chat))
    assert follower.follow([task()])[0].action is Action.LEFT
    told = chat.asked[1]["messages"]
    assert told[2] == {"role": "assistant", "content": "I would love to!"}
    assert told[3]["content"].startswith("I cannot read that: 'i' is no action in 'I would love")
    follower.forget(3)
    (choice,) = ask_follower(follower, [task()])
    reason = "language model: 'swim' is no action in 'ACTIONS: swim'"
    assert choice == Choice(Action.GIVE_UP, reason)
    assert follower.reasons == [reason]


def test_busy_and_failing_servers_are_asked_again_a_little_later(chat: Chat) -> None:
    slept: list[float] = []
    found = ChatServer(chat.url, "small", sleep=slept.append)
    chat.troubles.extend([(429, "7"), (500, ""), (503, "soon")])
    assert found.answer([{"role": "user", "content": "hello"}]).endswith("left, done")
    assert slept == [7.0, 2.0, 4.0]
    assert "Authorization" not in chat.headers[0]
    chat.troubles.extend([(500, "")] * 4)
    follower = LanguageModelFollower(server(chat))
    (choice,) = follower.follow([task()])
    assert choice.action is Action.GIVE_UP
    assert choice.text == (
        'language model: the language model\'s server answers 500: {"error": "come back"}'
    )


def test_a_slow_server_is_not_waited_for(chat: Chat) -> None:
    chat.troubles.extend([(0, "")] * 2)
    with pytest.raises(LanguageModelBusyError, match="does not answer: timed out"):
        server(chat, timeout=0.05, attempts=2).answer([])
    assert len(chat.asked) == 2


@pytest.mark.parametrize(
    ("trouble", "message"),
    [(401, "server answers 401"), (201, "is no answer of chat completions"), (404, "answers 404")],
)
def test_what_no_patience_mends_is_an_error(chat: Chat, trouble: int, message: str) -> None:
    chat.troubles.append((trouble, ""))
    with pytest.raises(LanguageModelError, match=message) as raised:
        server(chat).answer([])
    assert not isinstance(raised.value, LanguageModelBusyError)
    chat.troubles.append((trouble, ""))
    with pytest.raises(PlayerError, match=f"'language-model' cannot answer in game 3, .*{message}"):
        ask_follower(LanguageModelFollower(server(chat)), [task()])


def test_an_address_must_be_one() -> None:
    with pytest.raises(LanguageModelError, match="'file:///etc' is no address"):
        ChatServer("file:///etc").answer([])
    assert ChatServer.from_environment(
        {"CEREALBAR_LLM_URL": "http://x/v1", "CEREALBAR_LLM_MODEL": "m", "OPENAI_API_KEY": "k"}
    ) == ChatServer("http://x/v1", "m", "k")


# What they read and say


def test_a_follower_with_a_sight_is_not_told_what_it_never_saw() -> None:
    whole = task()
    memory = BoardMemory(PAPER_SIGHT)
    memory.look(whole.states)
    told = str(whole.within(memory).view)
    assert "two blue stars" in told
    assert "one green diamond" not in told
    assert "one green diamond" in str(whole.view)
    assert "behind grass" in str(whole.view)
    assert "behind grass" not in told


def test_a_leader_reads_what_waits_and_what_was_done() -> None:
    states = board(queue=2, cards=["2bs@8,5"])
    words = leader_words(LeadTask(0, states, ("go", "stop"), ("turn",)))
    for part in ('"go"', '"stop"', 'Instruction (finished): "turn"', "You are the leader"):
        assert part in words


def test_answers_are_read_as_they_are_meant() -> None:
    assert [c.action.word for c in read_actions("Forward. DONE")] == ["forward", "done"]
    turn = read_turn("- MOVE: left, done\n* SAY: get it \nthen\nEND\nSAY: too late")
    assert turn == [
        Choice(Action.LEFT),
        Choice(Action.INSTRUCT, "get it"),
        Choice(Action.DONE),
    ]
    for bad in ("", "hello", "SAY:", "MOVE: jump"):
        with pytest.raises(UnreadableAnswerError):
            read_turn(bad)


def test_a_leader_walks_speaks_and_ends_its_turn_without_steps_that_are_not_left(
    chat: Chat,
) -> None:
    leader = LanguageModelLeader(server(chat))
    states = board(cards=["2bs@8,5"], steps=1)
    found = []
    for steps in (1, 1, 0):
        states["steps_left"] = steps
        found += leader.lead([LeadTask(0, states, (), ())])
    assert found == [
        Choice(Action.INSTRUCT, "get the two blue stars"),
        Choice(Action.LEFT),
        Choice(Action.DONE),
    ]
    assert len(chat.asked) == 1
    chat.answer = lambda _: "no"
    leader.forget(0)
    assert leader.lead([LeadTask(0, states, (), ())]) == [Choice(Action.DONE)]
    assert leader.reasons == [
        "language model: no line of 'no' begins with MOVE:, SAY: or END",
    ]


# In games


def test_they_play_whole_games_by_name_with_each_other(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setenv("CEREALBAR_LLM_URL", chat.url)
    leader = make_leader("language_model_player:leader")
    follower = make_follower("language_model_player:follower")
    rules = Rules(half_turns=4)
    games = list(Simulation(leader, follower, rules, sight=PAPER_SIGHT).play([42, 7]))
    assert all(game.game.instructions[0].text.startswith("get the ") for game in games)
    assert all(game.finished >= 1 for game in games)
    assert np.mean([len(game.game.history) for game in games]) > 4
    assert {asked["model"] for asked in chat.asked} == {"llama3.2"}


def test_the_command_plays_and_so_does_play_off(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--url", chat.url, "--role", "leader", "--partner", "random", "--games", "1"])
    assert re.match(r"game 0: \d+ sets, \d+ instructions finished", capsys.readouterr().out)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setenv("CEREALBAR_LLM_URL", chat.url)
    asked = len(chat.asked)
    names = ["--leader", "random", "--follower", "language_model_player:follower"]
    app(["play-off", *names, "--games", "1"], result_action="return_value")
    assert len(chat.asked) > asked
