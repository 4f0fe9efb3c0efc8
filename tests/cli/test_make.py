import json
from pathlib import Path

import pytest

from cerealbar.cli.main import REFUSED
from cerealbar.records import About, Corpus, read_splits
from cerealbar.records.corpus import ABOUT, GAMES, INDEX
from tests.cli.test_cli import run


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of twelve simulated games; not to be changed."""
    folder = tmp_path_factory.mktemp("made") / "corpus"
    command = ("corpus", "make", "--games", "12", "--seed", "2", "--workers", "1")
    assert run(*command, "--out", str(folder)) == 0
    return folder


def test_a_made_corpus_has_games_splits_and_a_card(made: Path) -> None:
    corpus = Corpus(made)
    assert len(corpus) == 12
    assert len(read_splits(made).train) == 10
    assert "Synthetic" in (made / "README.md").read_text()
    assert run("corpus", "verify", str(made)) == 0


def test_an_unfinished_corpus_is_gone_on_with_to_the_same_bytes(made: Path, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    whole = Corpus(made)
    corpus = Corpus.create(begun, whole.about)
    with corpus.writer() as writer:
        for game in whole.games(whole.game_ids[:5]):
            writer.append(game)
    command = ("corpus", "make", "--games", "12", "--seed", "2", "--workers", "2")
    assert run(*command, "--out", str(begun)) == 0
    for name in (ABOUT, GAMES, INDEX, "splits.json", "README.md"):
        assert (begun / name).read_bytes() == (made / name).read_bytes(), name


def test_another_corpus_is_not_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Corpus.create(tmp_path / "other", About(name="other", command="by hand"))
    assert run("corpus", "make", "--games", "1", "--out", str(tmp_path / "other")) == REFUSED
    assert "by hand" in capsys.readouterr().err


def test_samples_are_shown_on_a_page(made: Path, tmp_path: Path) -> None:
    page = tmp_path / "samples.html"
    assert run("corpus", "sample", str(made), "-o", str(page), "--count", "2") == 0
    assert page.read_text().count("<article") == 2


def test_statistics_tell_success_by_difficulty(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run("corpus", "stats", str(made), "--json") == 0
    told = json.loads(capsys.readouterr().out)["difficulty"]
    (clear,) = [group for group in told["cards that fit"] if group["group"] == "1"]
    assert clear["instructions"] > 50
    assert clear["as_meant"] > 0.8 * clear["instructions"]
    assert run("corpus", "stats", str(made)) == 0
    assert "Cards that fit: 1" in capsys.readouterr().out
