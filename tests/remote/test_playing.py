import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cerealbar.game import Game, Player, Rules
from cerealbar.remote import (
    ActionRefusedError,
    Plan,
    Say,
    join,
    lobby,
    open_both,
    open_room,
    play,
    take_seat,
)
from tests.remote import players

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_program_leads_an_agent_to_the_end(url: str) -> None:
    end = play(open_room(url, role="leader"), players.leader())
    assert end.seat == "leader"
    assert end.room.end == "no-turns"
    assert end.room.follower.name == "learned"
    assert end.situation.half_turns_left == 0
    assert end.room.replay is not None


def test_a_program_follows_an_agent_to_the_end(url: str) -> None:
    chance = random.Random(1)
    end = play(open_room(url, role="follower"), lambda known: chance.choice(known.legal))
    assert end.seat == "follower"
    assert end.room.end == "no-turns"
    assert end.room.leader.name == "scripted"


def test_two_programs_play_in_a_friends_room(url: str) -> None:
    seat = open_room(url, "friend", role="leader", name="first")
    with seat.connect() as waiting:
        invite = waiting.known.room.invite
        assert waiting.known.room.status == "waiting"
    assert invite is not None
    leads, follows = players.play_both(seat, take_seat(url, invite, name="second"))
    assert (leads.seat, follows.seat) == ("leader", "follower")
    assert leads.room.end == follows.room.end == "no-turns"
    assert leads.room.follower.name == "second"
    assert [told.text for told in leads.instructions] == ["turn round 1", "turn round 2"]


def test_an_invitation_is_joined_by_its_link(url: str) -> None:
    seat = open_room(url, "friend", role="follower")
    with seat.connect() as waiting:
        friend = join(f"{url}/join#{waiting.known.room.invite}")
    assert join(friend.link) == friend
    assert players.play_both(friend, seat)[0].room.end == "no-turns"


def test_two_programs_match(url: str) -> None:
    follows = open_room(url, "match", role="follower")
    with follows.connect() as waiting:
        assert lobby(url).waiting_followers == 1
        leads = open_room(url, "match", role="any")
        threading.Thread(target=play, args=(leads, players.leader())).start()
        choose = players.follower()
        while waiting.wait_for_turn():
            choice = choose(waiting.known)
            assert not isinstance(choice, Say)
            waiting.act(choice)
    assert waiting.known.room.end == "no-turns"


def test_the_leader_is_shown_the_plan_of_a_remote_follower(url: str) -> None:
    leads, follows = open_both(url)
    plan = Plan(trajectory={3: 0.5, 4: 1.0}, goals={4: 1.0})
    with leads.connect() as leader, follows.connect() as follower:
        assert leader.wait_for_turn()
        leader.instruct("turn left")
        leader.done()
        assert follower.wait_for_turn()
        follower.publish_plan(plan)
        leader.ping()
        assert leader.known.plan == plan
        assert follower.known.plan is None
        follower.give_up()
        leader.ping()
        assert leader.known.plan is None


def test_a_published_plan_is_shown_to_the_leader(url: str) -> None:
    leads, follows = open_both(url)
    with leads.connect() as leader, follows.connect() as follower:
        leader.instruct("go on")
        leader.done()
        assert follower.wait_for_turn(60)
        plan = Plan(trajectory={follower.known.pose.cell: 1.0})
        follower.publish_plan(plan)
        assert any(known.plan == plan for known in leader.updates())


def test_a_choice_against_the_rules_is_the_players_mistake(url: str) -> None:
    with pytest.raises(ActionRefusedError) as refusal:
        play(open_room(url), lambda known: "done")
    assert refusal.value.code == "illegal"


def test_a_seed_gives_its_map(url: str) -> None:
    game = Game(42, Rules(solvable=True))
    with open_room(url, seed=42).connect() as remote:
        known = remote.known
        assert (known.tiles == game.states["tile"][0]).all()
        assert {card.cell for card in known.cards} == {card.cell for card in game.cards}
        assert known.pose.cell == game.pose(Player.LEADER).cell


@pytest.mark.parametrize("name", ["random_follower.py", "greedy_leader.py"])
def test_an_example_plays_to_the_end(url: str, name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES / name, url],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("The game is over (no-turns): ")


def test_the_example_of_a_follower_has_at_most_30_lines() -> None:
    assert len((EXAMPLES / "random_follower.py").read_text().splitlines()) <= 30


def test_the_example_of_a_follower_accepts_an_invitation(url: str) -> None:
    seat = open_room(url, "friend", role="leader")
    with seat.connect() as waiting:
        link = f"{url}/join#{waiting.known.room.invite}"
    example = subprocess.Popen([sys.executable, EXAMPLES / "random_follower.py", link])
    end = play(seat, players.leader())
    assert end.room.follower.name == "random follower"
    assert example.wait(300) == 0
