from importlib.metadata import EntryPoint

import pytest

from cerealbar.agents import (
    FOLLOWERS,
    LEADERS,
    PARTIAL,
    WITHOUT_INTENTION,
    PlayerError,
    UnknownPlayerError,
    describe_players,
    find_leader,
    make_follower,
    make_leader,
    map_seeds,
    play_games,
    player_names,
    registry,
)
from cerealbar.records import verify
from tests.agents.odd_players import Seeded

OURS = "tests.agents.odd_players"


@pytest.mark.parametrize("name", FOLLOWERS)
def test_every_follower_plays_a_legal_game_under_its_name(name: str) -> None:
    follower = make_follower(name, 1)
    (record,) = play_games(make_leader("expert", 1), follower, map_seeds(1, 4))
    assert verify(record) is None
    assert follower.name == name


@pytest.mark.parametrize("name", LEADERS)
def test_every_leader_plays_a_legal_game_under_its_name(name: str) -> None:
    leader = make_leader(name, 1)
    (record,) = play_games(leader, make_follower("oracle", 1), map_seeds(1, 4))
    assert verify(record) is None
    assert leader.name == name


def test_an_unknown_name_is_an_error_that_lists_the_known_ones() -> None:
    expected = r"'nobody' is no follower: .* oracle, .*random.*, or module:factory"
    with pytest.raises(UnknownPlayerError, match=expected):
        make_follower("nobody")
    with pytest.raises(LookupError, match=r"'nobody' is no leader: .*scripted"):
        make_leader("nobody")


def test_a_player_of_ones_own_is_found_by_its_module_with_or_without_a_seed() -> None:
    assert make_follower(f"{OURS}:Idle").name == "idle"
    seeded = make_follower(f"{OURS}:Seeded", 7)
    assert isinstance(seeded, Seeded)
    assert seeded.seed == 7


@pytest.mark.parametrize(
    ("factory", "reason"),
    [
        ("no.such:thing", r"'no.such:thing' cannot be imported: ModuleNotFoundError: No module"),
        (f"{OURS}:missing", r"cannot be imported: AttributeError: module .* 'missing'$"),
        (f"{OURS}:fail", "cannot be made: RuntimeError: out of luck$"),
        (f"{OURS}:make_nothing", "makes None, which is no follower: it has no follow and no"),
        (f"{OURS}:Unforgetting", "is no follower: it has no forget$"),
        (f"{OURS}:", "is no follower: expected one of"),
    ],
)
def test_a_factory_that_makes_no_player_is_told_in_a_sentence(factory: str, reason: str) -> None:
    with pytest.raises(PlayerError, match=reason) as told:
        make_follower(factory)
    assert "\n" not in str(told.value)


def test_a_player_that_needs_more_than_is_given_is_refused() -> None:
    make_follower(f"{OURS}:Curious", given=WITHOUT_INTENTION)
    with pytest.raises(PlayerError, match=r"Curious' cannot follow here: .*the whole board"):
        make_follower(f"{OURS}:Curious", given=PARTIAL)
    with pytest.raises(PlayerError, match=r"needs what the leader means and the whole board"):
        make_follower("oracle", given=PARTIAL)
    with pytest.raises(PlayerError, match="needs what the leader means, which"):
        make_follower("oracle", given=find_leader("random").gives)
    assert set(player_names("follower", PARTIAL)) == {"random", "rule-based"}


def test_installed_packages_offer_players(monkeypatch: pytest.MonkeyPatch) -> None:
    group = "cerealbar.followers"
    points = {
        "idle": EntryPoint("idle", f"{OURS}:Idle", group),
        "other": EntryPoint("other", f"{OURS}:Idle", group),
    }
    monkeypatch.setattr(registry, "installed_players", lambda _: points)
    assert make_follower("idle").name == "idle"
    assert "idle (of an installed package)" in describe_players("follower")
    with pytest.raises(PlayerError, match="'other' makes a follower with another name: 'idle'"):
        make_follower("other")
