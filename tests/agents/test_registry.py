import pytest

from cerealbar.agents import (
    FOLLOWERS,
    LEADERS,
    UnknownPlayerError,
    make_follower,
    make_leader,
    map_seeds,
    play_games,
)
from cerealbar.records import verify


@pytest.mark.parametrize("name", FOLLOWERS)
def test_every_follower_plays_a_legal_game(name: str) -> None:
    (record,) = play_games(make_leader("expert", 1), make_follower(name, 1), map_seeds(1, 4))
    assert verify(record) is None


@pytest.mark.parametrize("name", LEADERS)
def test_every_leader_plays_a_legal_game_under_its_name(name: str) -> None:
    (record,) = play_games(make_leader(name, 1), make_follower("oracle", 1), map_seeds(1, 4))
    assert verify(record) is None
    assert record.header.leader.kind == name


def test_an_unknown_name_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(UnknownPlayerError, match=r"'nobody' is no follower: .* oracle, .*random"):
        make_follower("nobody")
    with pytest.raises(LookupError, match=r"'nobody' is no leader: .*scripted"):
        make_leader("nobody")
