import contextlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cerealbar.cli.main import MISUSED, REFUSED
from cerealbar.records import About, Corpus, lives, read_splits, replay
from cerealbar.records.corpus import GAMES
from tests.cli.test_cli import run
from tests.records.games import eventful_game
from tests.records.importers.export import write_original
from tests.records.random_games import make_random_corpus

Run = Callable[..., str]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of thirty random games; not to be changed."""
    folder = tmp_path_factory.mktemp("corpora") / "random"
    make_random_corpus(folder, 30, 3)
    return folder


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command that must succeed, and get what it prints."""

    def call(*arguments: object) -> str:
        capsys.readouterr()
        assert run(*(str(argument) for argument in arguments)) == 0
        return capsys.readouterr().out

    return call


def test_verify_finds_nothing_wrong_with_a_good_corpus(corpus: Path, say: Run) -> None:
    assert "30 of 30 games agree" in say("corpus", "verify", corpus)


def test_verify_names_the_games_that_are_damaged(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    for path in corpus.iterdir():
        if path.is_file():
            (broken / path.name).write_bytes(path.read_bytes())
    entry = Corpus(corpus).entries[7]
    data = bytearray((broken / GAMES).read_bytes())
    data[entry.offset + 50] ^= 0xFF
    (broken / GAMES).write_bytes(data)
    assert run("corpus", "verify", str(broken)) == 1
    assert capsys.readouterr().out.startswith(f"game {entry.game_id}, ")


def test_list_tells_of_every_game(corpus: Path, say: Run) -> None:
    told = say("corpus", "list", corpus)
    assert [game for game in Corpus(corpus).game_ids if game not in told] == []


def test_select_split_and_stats_work_on_one_another(corpus: Path, tmp_path: Path, say: Run) -> None:
    out = tmp_path / "kept"
    told = say("corpus", "select", corpus, "--out", out, "--most-steps", 100)
    kept = Corpus(out)
    assert f"kept {len(kept)} of 30 games" in told
    assert told.count("dropped ") == 30 - len(kept)
    assert "train" in say("corpus", "split", out, "--seed", 1)
    assert len(read_splits(out).train) > 0
    report = tmp_path / "report.html"
    assert "paper" in say("corpus", "stats", out, "--html", report, "--card")
    assert report.read_text().startswith("<!doctype html>")
    assert "Synthetic" in (out / "README.md").read_text()
    statistics = json.loads(say("corpus", "stats", out, "--json", "--part", "all"))
    assert statistics["table"]["interactions"] == len(kept)


def write_published(corpus: Path, file: Path) -> None:
    """The games of a corpus in the published format of the original."""
    write_original(((game, None) for game in Corpus(corpus)), file)


def test_published_games_become_a_corpus(corpus: Path, tmp_path: Path, say: Run) -> None:
    file, again = tmp_path / "train.json.gz", tmp_path / "again"
    write_published(corpus, file)
    assert "30 games imported" in say("corpus", "import-original", file, "--out", again)
    assert Corpus(again).game_ids == Corpus(corpus).game_ids
    assert "30 of 30 games agree" in say("corpus", "verify", again)
    assert read_splits(again).train == Corpus(corpus).game_ids


def test_a_bad_game_is_listed_and_the_others_are_imported(
    corpus: Path, tmp_path: Path, say: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "dev.json"
    write_published(corpus, file)
    games = json.loads(file.read_text())
    first = next(iter(games))
    games[first]["actions"][5]["type"] = "dance"
    file.write_text(json.dumps(games))
    assert run("corpus", "import-original", str(file), "--out", str(tmp_path / "rest")) == 1
    told = capsys.readouterr().out
    assert f"game {first}, action " in told
    assert "action 5: unknown type 'dance' left out" in told
    assert len(Corpus(tmp_path / "rest")) == 29
    assert len(read_splits(tmp_path / "rest").development) == 29


def test_tables_are_exported(corpus: Path, tmp_path: Path, say: Run) -> None:
    told = say("corpus", "export", corpus, "--out", tmp_path / "tables")
    sent = sum(len(lives(replay(game))) for game in Corpus(corpus))
    assert f"30 games, {sent} instructions and 0 signals in" in told
    assert {path.name for path in (tmp_path / "tables").iterdir()} == {
        "games.parquet",
        "instructions.parquet",
        "signals.parquet",
    }


def test_stats_tell_what_became_of_instructions_and_what_players_signalled(
    tmp_path: Path, say: Run
) -> None:
    corpus = Corpus.create(tmp_path / "eventful", About(name="eventful"))
    corpus.append(eventful_game())
    told = [
        line.replace("│", " ").split()
        for line in say("corpus", "stats", corpus.folder).splitlines()
    ]
    assert ["Instructions", "finished", "1", "16.7%"] in told
    assert ["Instructions", "given", "up", "1", "16.7%"] in told
    assert ["Instructions", "cancelled", "3", "50.0%"] in told
    assert ["Thumbs", "down", "1"] in told
    assert "1 games, 6 instructions and 4 signals" in say(
        "corpus", "export", corpus.folder, "--out", tmp_path / "tables"
    )
    assert "1 of 1 games agree" in say("corpus", "verify", corpus.folder)
    say("replay", corpus.folder, "eventful", "-o", tmp_path / "game.html")


def test_a_game_is_shown_as_page_and_as_animation(corpus: Path, tmp_path: Path, say: Run) -> None:
    game = Corpus(corpus).game_ids[0]
    say("replay", corpus, game[:10], "-o", tmp_path / "game.html")
    say("replay", corpus, game, "-o", tmp_path / "game.gif", "--width", 200)
    assert game in (tmp_path / "game.html").read_text()
    assert (tmp_path / "game.gif").read_bytes().startswith(b"GIF89a")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("corpus", "verify", "/no/such/corpus"), REFUSED, "/no/such/corpus is no corpus"),
        (("corpus", "stats", "{corpus}", "--part", "dev"), MISUSED, "dev"),
        (("corpus", "stats", "{corpus}", "--part", "test"), REFUSED, "no games in the part"),
        (("corpus", "split", "{corpus}", "--sizes", "1", "2", "3"), REFUSED, "cannot split 30"),
        (("corpus", "sample", "{corpus}", "--count", "-3"), REFUSED, "cannot show -3 instructions"),
        (("corpus", "sample", "{corpus}", "-o", "{corpus}"), REFUSED, " is a folder: expected a"),
        (("picture", "3", "-o", "{corpus}/corpus.json/x.png"), REFUSED, "corpus.json"),
        (("replay", "{corpus}", "nothing", "-o", "x.html"), REFUSED, "no game 'nothing'"),
        (("replay", "{corpus}", "a", "-o", "x.mp4"), REFUSED, "x.mp4"),
    ],
)
def test_bad_input_is_refused_with_a_reason(
    arguments: tuple[str, ...],
    code: int,
    words: str,
    corpus: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    capsys.readouterr()
    assert run(*(argument.format(corpus=corpus) for argument in arguments)) == code
    assert words in capsys.readouterr().err


def test_a_file_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.json"
    empty.write_text("{}")
    for file in ("/no/file.json", str(empty), str(tmp_path)):
        assert run("corpus", "import-original", file, "--out", str(tmp_path / "x")) == 1
        assert f"no game to import in {file}: " in capsys.readouterr().err
        assert not (tmp_path / "x").exists()
    assert run("corpus", "import-original", "--out", str(tmp_path / "x")) == 1
    assert "expected files of games" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    [
        "corpus sample {corpus} -o ",
        "corpus make --out ",
        "corpus import-original {corpus}  --out x",
        "replay {corpus} 0 --output=",
        "picture 3 -o ",
        "evaluate random --data ",
        "train x --data y --out z --shared ",
        "table ",
    ],
)
def test_no_path_of_any_command_is_empty(
    line: str, corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.chdir(tmp_path):
        assert run(*line.format(corpus=corpus).split(" ")) == 2
    assert "'' is no path of a file or folder" in capsys.readouterr().err
    assert not any(tmp_path.iterdir())
