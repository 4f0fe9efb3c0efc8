"""A crowd over the network, with a real server in a process of its own."""

import json
from pathlib import Path
from typing import Any

import pytest

from cerealbar.cli.bots_server import StudyProcess, hurried_settings, hurried_study
from cerealbar.cli.main import main
from cerealbar.cli.study_bots import _links_in, _moments
from cerealbar.server.visits.opening import open_study
from cerealbar.studies.steps import GamesStep, Information

STUDY = """
name = "tiny"
title = "A tiny study"
{recruiting}
[[steps]]
kind = "consent"
text = "text.md"
[[steps]]
kind = "information"
text = "text.md"
least_seconds = 5
[[steps]]
kind = "tutorial"
role = "follower"
[[steps]]
kind = "quiz"
questions = 4
right_needed = 2
[[steps]]
kind = "games"
waiting = {{ minutes = 5, otherwise = "agent" }}
after_each = "about.toml"
[[steps]]
kind = "end"
text = "text.md"
[treatments.pair]
partner = "agent"
agent = "rule-based"
role = "leader"
[treatments.pair.play]
pace_seconds = [0.2, 0.4]
[treatments.pair.play.rules]
half_turns = 2
"""
ABOUT = 'title = "Well?"\n[[items]]\nid = "who"\nkind = "partner"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path / "tiny", "")


def written(folder: Path, recruiting: str) -> Path:
    """A study's folder."""
    folder.mkdir()
    (folder / "study.toml").write_text(STUDY.format(recruiting=recruiting))
    (folder / "text.md").write_text("Some words to read.")
    (folder / "about.toml").write_text(ABOUT)
    return folder


def told(capsys: pytest.CaptureFixture[str], *flags: str) -> dict[str, Any]:
    """What the command says for programs, when it was content."""
    with pytest.raises(SystemExit) as ended:
        main(["study", "bots", *flags, "--speed", "200", "--json"])
    assert ended.value.code == 0
    outcome: dict[str, Any] = json.loads(capsys.readouterr().out)
    return outcome


def test_a_crowd_walks_through_a_study_though_its_server_is_killed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    crowd = ["--participants", "6", "--drop-outs", "0.3", "--seed", "2", "--kills", "1"]
    outcome = told(capsys, str(folder), *crowd, "--within", "2")
    assert outcome["participants"] == sum(outcome["ends"].values()) == 6
    assert outcome["ends"]["finished"] == outcome["codes"] >= 3
    assert outcome["steps"]["consent"]["count"] == 6
    assert outcome["steps"]["end"]["count"] >= outcome["ends"]["finished"]
    assert outcome["games"]["tutorial-done"] >= outcome["games"]["no-turns"] >= 3
    assert outcome["kills"] == 1
    assert not outcome["wrongs"]


def test_people_come_by_signed_links_and_all_who_are_too_many_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = written(tmp_path / "tiny", '[recruiting]\nvia = "links"\nparticipants = 1')
    outcome = told(capsys, str(folder), "--participants", "2", "--drop-outs", "1.0")
    assert outcome["ends"] == {"dropped-out": 1, "not-admitted": 1}


def test_what_was_refused_is_told_and_ends_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody has signed these links, so that nobody is let in."""
    other = written(tmp_path / "other", '[recruiting]\nvia = "links"')
    links = tmp_path / "links.csv"
    links.write_text("one,http://localhost/study/tiny?who=one&key=wrong\n")
    flags = ["--participants", "1", "--links", str(links), "--speed", "200"]
    with StudyProcess(other, 200.0) as process, pytest.raises(SystemExit) as ended:
        main(["study", "bots", str(other), *flags, "--address", process.address])
    assert ended.value.code == 1
    printed = capsys.readouterr()
    assert "this link is not valid for this study (404)" in " ".join(printed.out.split())
    assert "2 things went wrong" in printed.err


def test_a_study_that_cannot_be_served_is_explained(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "about.toml").unlink()
    with pytest.raises(SystemExit) as ended:
        main(["study", "bots", str(folder)])
    assert ended.value.code == 1
    assert "about.toml" in capsys.readouterr().err


def test_a_server_at_an_address_cannot_be_killed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["study", "bots", str(folder), "--address", "http://localhost:1", "--kills", "1"])
    assert "cannot be killed from here" in capsys.readouterr().err


def test_a_hurried_study_waits_less_and_is_the_same_otherwise(folder: Path) -> None:
    study = open_study(folder)
    quick = hurried_study(study, 50.0)
    text, games = quick.step("information"), quick.step("games")
    assert isinstance(text, Information)
    assert isinstance(games, GamesStep)
    assert text.least_seconds == pytest.approx(0.1)
    assert games.waiting.minutes == pytest.approx(0.1)
    play = quick.treatments["pair"].play
    assert play["pace_seconds"] == pytest.approx([0.004, 0.008])
    assert play["rules"] == study.treatments["pair"].play["rules"]
    assert [step.id for step in quick.steps] == [step.id for step in study.steps]


def test_one_address_may_do_in_a_hurry_what_all_people_may_together(folder: Path) -> None:
    settings = hurried_settings(folder, "x.sqlite", 0, 50.0)
    assert settings.posts_per_minute == settings.sockets_per_address == 100_000
    assert settings.is_loopback
    assert settings.away_minutes == 0.5  # ten minutes would be 12 s, which a restart may take


def test_the_server_is_killed_while_people_are_there(tmp_path: Path) -> None:
    assert _moments(1, 50, 3) == _moments(1, 50, 3) != _moments(2, 50, 3)
    assert len(_moments(1, 50, 3)) == 3
    assert _moments(1, 2, 5) == {1}


def test_links_are_read_from_what_the_command_prints(tmp_path: Path) -> None:
    file = tmp_path / "links.csv"
    file.write_text("Ann, B,http://x/study/a?who=1\n\nC,http://x/study/a?who=2\n")
    assert _links_in(file) == ["http://x/study/a?who=1", "http://x/study/a?who=2"]
    assert _links_in(None) == []
