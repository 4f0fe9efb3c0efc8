import random

import pytest

from cerealbar.game import PlayerWord
from cerealbar.remote.participants.minds import PupilMind, mind_of
from cerealbar.remote.participants.seat_play import Pauses
from cerealbar.studies.tutorials import load_tutorial
from cerealbar.wire.lobby import OpenRoom
from tests.remote.participants.visits import play_of, seat_of

ROLES: tuple[PlayerWord, ...] = ("leader", "follower")


@pytest.mark.parametrize("role", ROLES)
def test_a_pupil_plays_a_tutorial_to_its_end_without_a_refusal(url: str, role: PlayerWord) -> None:
    wish = OpenRoom(mode="tutorial", role=role)
    play, diary = play_of(seat_of(url, wish), wish, PupilMind(load_tutorial(role)).choose)
    assert play.play() == "over"
    assert diary.games == ["tutorial-done"]
    assert not diary.refusals
    assert not diary.errors


@pytest.mark.parametrize("role", ROLES)
def test_a_person_plays_a_game_with_an_agent_to_its_end(url: str, role: PlayerWord) -> None:
    wish = OpenRoom(mode="agent", role=role, agent="scripted" if role == "follower" else None)
    mind = mind_of("expert", 3, role)
    play, diary = play_of(seat_of(url, wish), wish, mind)
    assert play.play() == "over"
    assert diary.games == ["no-turns"]
    assert not diary.refusals


def test_who_drops_out_tells_of_a_game_without_end(url: str) -> None:
    wish = OpenRoom(mode="agent", role="leader")
    play, diary = play_of(seat_of(url, wish), wish, mind_of("average", 0, "leader"), 2)
    assert play.play() == "dropped-out"
    assert diary.games == [None]


def test_speed_shortens_every_pause() -> None:
    def total(speed: float) -> float:
        slept: list[float] = []
        pauses = Pauses(random.Random(5), speed, slept.append)
        pauses.read("some words to read " * 10)
        pauses.pause(3.0)
        assert len(slept) == 2
        return sum(slept)

    usual = total(1.0)
    assert 5 < usual < 60
    assert abs(total(50.0) * 50 - usual) < 1e-9
