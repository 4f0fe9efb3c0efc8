from pathlib import Path

import pytest

from cerealbar.agents import PARTIAL, PlayerError, UnknownPlayerError
from cerealbar.server.partners import Roster

OURS = "tests.agents.odd_players:Idle"


def test_followers_that_must_be_told_what_is_meant_do_not_play_here() -> None:
    assert set(Roster().names("follower")) == {"learned", "paper", "rule-based", "random"}
    assert Roster().names("follower")[0] == "learned"
    with pytest.raises(PlayerError, match="'oracle' cannot follow here: it needs what the leader"):
        Roster(follower="oracle")


def test_settings_may_name_a_factory_but_visitors_may_not() -> None:
    roster = Roster(follower=OURS, followers={"mine": OURS})
    assert roster.names("follower")[:2] == (OURS, "mine")
    assert roster.source("follower", "mine") == roster.source("follower", OURS) == OURS
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
    assert roster.source("follower", "full") == str(folder)
    with pytest.raises(UnknownPlayerError, match="is no follower"):
        roster.check("follower", str(folder))
