from pathlib import Path

import pytest

from cerealbar.agents import PARTIAL, PlayerError, UnknownPlayerError
from cerealbar.server.partners.roster import Roster, needs_met
from cerealbar.views import CB2_SIGHT

OURS = "tests.agents.odd_players:Idle"


def test_followers_that_must_be_told_what_is_meant_do_not_play_here() -> None:
    assert set(Roster().names("follower")) == {"learned", "paper", "rule-based", "random"}
    assert Roster().names("follower")[0] == "learned"
    with pytest.raises(PlayerError, match="'oracle' cannot follow here: it needs what the leader"):
        Roster(follower="oracle")


def test_settings_may_name_a_factory_but_visitors_may_not() -> None:
    roster = Roster(follower=OURS, followers={"mine": OURS})
    assert roster.names("follower")[:2] == (OURS, "mine")
    assert {roster.agent("follower", name).source for name in ("mine", OURS)} == {OURS}
    with pytest.raises(UnknownPlayerError, match="'os:getcwd' is no follower"):
        roster.check("follower", "os:getcwd")
    with pytest.raises(UnknownPlayerError, match=r"'nobody' is no leader: .* or module:factory"):
        Roster(leader="nobody")
    assert Roster(given=PARTIAL).check("follower", "rule-based") == "rule-based"


def test_what_followers_are_given_is_nothing_to_leaders() -> None:
    assert Roster(given=PARTIAL).names("leader") == Roster().names("leader")
    assert "random" in Roster(given=PARTIAL).names("leader")


def test_a_trained_follower_is_called_by_the_last_part_of_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "full"
    folder.mkdir(parents=True)
    (folder / "model.json").write_text("{}")
    roster = Roster(follower=str(folder))
    assert roster.default("follower") == "full"
    assert roster.names("follower")[0] == "full"
    assert roster.agent("follower", "full").source == str(folder)
    with pytest.raises(UnknownPlayerError, match="is no follower"):
        roster.check("follower", str(folder))


@pytest.mark.parametrize("name", ["human", "Person", "program", "nobody", "unknown"])
def test_no_agent_is_called_as_those_are_who_are_none(name: str) -> None:
    with pytest.raises(PlayerError, match=f"'{name}' cannot be the name of a follower here"):
        Roster(followers={name: "my_agents:make"})
    with pytest.raises(PlayerError, match=f"'{name}' cannot be the name of a leader here"):
        Roster(leaders={name: "my_agents:make"})


def test_who_can_follow_depends_on_what_is_seen() -> None:
    roster = Roster(follower="simple", followers={"simple": "my_agents:make"})
    assert "rule-based" in roster.names("follower", needs_met(CB2_SIGHT))
    assert roster.names("follower", needs_met(CB2_SIGHT))[0] == "simple"


def test_the_disk_is_looked_at_once_and_whoever_is_dismissed_is_not_named_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    roster = Roster()
    known = roster.names("follower")

    def look(*_: object) -> tuple[str, ...]:
        raise AssertionError("who can play was asked again")

    monkeypatch.setattr("cerealbar.server.partners.roster.player_names", look)
    assert roster.names("follower") == known
    roster.dismiss(roster.agent("follower", "random"))
    assert roster.names("follower") == tuple(name for name in known if name != "random")
