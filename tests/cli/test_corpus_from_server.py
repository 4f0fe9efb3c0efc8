import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from cerealbar.cli.main import REFUSED
from cerealbar.records import (
    About,
    Corpus,
    GameEnd,
    GameEnded,
    Participant,
    RecordedRules,
    SeatTaken,
    Stepped,
    deeds,
)
from cerealbar.server.store import RoomSpec, StoredEntry, StoredGame, Treatment
from cerealbar.studies.tutorials import load_tutorial
from tests.cli.test_cli import run
from tests.records.games import some_games
from tests.server.store.games import AGENT, PERSON, new_game, numbered, opened, put, stored_form

SEATS = [SeatTaken(0, "leader", PERSON), SeatTaken(0, "follower", AGENT)]
Fill = Callable[..., None]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def fill(database: Path) -> Fill:
    """Store games in the server's database."""

    def store_all(*games: tuple[StoredGame, list[StoredEntry]]) -> None:
        async def play() -> None:
            async with opened(str(database)) as store:
                for game in games:
                    await put(store, *game)

        asyncio.run(play())

    return store_all


def test_games_become_a_corpus_which_grows(
    database: Path, fill: Fill, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "corpus"
    played = [stored_form(record, SEATS) for record in some_games()[:9]]
    running = stored_form(some_games()[9])
    unfinished = [stored for stored in running[1] if not isinstance(stored.entry, GameEnded)]
    left = (new_game("deserted"), numbered(*SEATS, GameEnded(0, GameEnd.ABANDONED)))
    fill(*played[:5], (running[0], numbered(*(stored.entry for stored in unfinished))), left)
    assert run("corpus", "from-server", str(database), "--out", str(out)) == 0
    told = capsys.readouterr().out
    assert f"5 games added to {out}, 0 were there" in told
    assert "left out: 1 still running, 1 without any action, 0 rejected" in told
    assert "5 of 5 games agree with the rules" in told
    fill(*played[5:])
    assert run("corpus", "from-server", f"sqlite:///{database}", "--out", str(out)) == 0
    assert f"4 games added to {out}, 5 were there" in capsys.readouterr().out
    corpus = Corpus(out)
    assert set(corpus.game_ids) == {game.game_id for game, _ in played}
    for record in some_games()[:9]:
        found = corpus.game(record.game_id)
        here, there = (deeds(one.events) for one in (found, record))
        assert [deed for _, deed in here] == [deed for _, deed in there]
        assert found.header.leader == Participant(kind="human", id=PERSON.id)
        assert found.header.follower == AGENT
        assert not found.header.synthetic
    assert run("corpus", "verify", str(out)) == 0


def test_games_are_taken_from_a_server_that_is_running(database: Path, tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(str(database)) as store:
            await put(store, *stored_form(some_games()[0]))
            command = ("corpus", "from-server", str(database), "--out", str(tmp_path / "corpus"))
            assert await asyncio.to_thread(run, *command) == 0
            await put(store, *stored_form(some_games()[1]))

    asyncio.run(play())
    assert Corpus(tmp_path / "corpus").game_ids == (some_games()[0].game_id,)


def test_a_bad_game_is_listed_and_the_others_are_taken(
    database: Path, fill: Fill, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    illegal = numbered(Stepped(1, "follower", "forward"), GameEnded(2, GameEnd.ABANDONED))
    backwards = numbered(Stepped(9, "leader", "left"), GameEnded(2, GameEnd.LEADER_LEFT))
    fill(
        (new_game("illegal"), illegal),
        (new_game("backwards"), backwards),
        stored_form(some_games()[0]),
    )
    out = tmp_path / "corpus"
    assert run("corpus", "from-server", str(database), "--out", str(out)) == REFUSED
    told = capsys.readouterr().out
    assert "rejected: game illegal cannot be played again: follower cannot move forward" in told
    assert "rejected: game backwards, event 1: time goes back from 9.0 to 2.0 seconds" in told
    assert "1 of 1 games agree with the rules" in told


def test_a_person_who_left_is_told_by_the_corpus(
    database: Path, fill: Fill, tmp_path: Path
) -> None:
    entries = numbered(*SEATS, Stepped(9, "leader", "left"), GameEnded(9.5, GameEnd.LEADER_LEFT))
    fill((new_game("left"), entries), (new_game("running"), entries[:2]))
    assert run("corpus", "from-server", str(database), "--out", str(tmp_path / "corpus")) == 0
    (found,) = Corpus(tmp_path / "corpus")
    assert found.end is not None
    assert found.end.how is GameEnd.LEADER_LEFT


def test_tutorials_are_left_out_unless_they_are_wanted(
    database: Path, fill: Fill, tmp_path: Path
) -> None:
    lesson = load_tutorial("leader")
    treatment = Treatment(rules=RecordedRules.from_rules(lesson.rules))
    spec = RoomSpec(mode="tutorial", seed=0, treatment=treatment, tutorial=lesson)
    game = msgspec.structs.replace(new_game("lesson"), spec=spec)
    entries = numbered(*SEATS, Stepped(9, "leader", "left"), GameEnded(9.5, GameEnd.LEADER_LEFT))
    fill((game, entries), stored_form(some_games()[0]))
    command = ("corpus", "from-server", str(database), "--out", str(tmp_path / "corpus"))
    assert run(*command) == 0
    assert Corpus(tmp_path / "corpus").game_ids == (some_games()[0].game_id,)
    assert run(*command, "--tutorials") == 0
    assert Corpus(tmp_path / "corpus").game("lesson").header.treatment == {"tutorial": "leader"}


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://localhost:8080", "expected its database"),
        ("{folder}/nothing.db", "there is no such file"),
        ("mysql://host/games", "mysql://... is no database"),
        ("{folder}/letter.txt", "file is not a database"),
    ],
)
def test_what_is_no_database_is_refused(
    address: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.txt").write_text("Dear Sir or Madam, " * 100)
    out = tmp_path / "corpus"
    where = address.format(folder=tmp_path)
    assert run("corpus", "from-server", where, "--out", str(out)) == REFUSED
    assert words in capsys.readouterr().err
    assert not out.exists()
    assert not (tmp_path / "nothing.db").exists()


def test_another_corpus_is_not_added_to(
    database: Path, fill: Fill, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(stored_form(some_games()[0]))
    Corpus.create(tmp_path / "other", About(name="other", command="by hand"))
    assert run("corpus", "from-server", str(database), "--out", str(tmp_path / "other")) == REFUSED
    assert "by hand" in capsys.readouterr().err
