"""Which games a run learns from, and which it is validated on."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from cerealbar.agents.corpus_games import corpus_game
from cerealbar.learning.data import load_training_data
from cerealbar.learning.experiment import ExperimentError, read_experiment
from cerealbar.records import About, Corpus, Splits, write_splits
from tests.learning.test_experiment import SHIPPED

FULL = read_experiment(SHIPPED / "full.toml")


def made(folder: Path, seed: int, games: Iterable[int]) -> Corpus:
    corpus = Corpus.create(folder, About(name="small"))
    for index in games:
        corpus.append(corpus_game(seed, index))
    return corpus


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Four games: two to learn from, one that is held out, one to develop by."""
    found = made(tmp_path_factory.mktemp("data") / "corpus", 8, range(4))
    a, b, held, development = found.game_ids
    splits = Splits(train=(a, b, held), validation=(held,), development=(development,))
    write_splits(found.folder, splits)
    return found


def test_all_games_of_another_corpus_can_be_held_out(corpus: Corpus, tmp_path: Path) -> None:
    other = made(tmp_path / "other", 9, range(3))
    own, found = (load_training_data(corpus.folder, FULL, more) for more in (None, other.folder))
    assert len(set(own.validation.game)) == 1
    assert len(set(found.validation.game)) == 3
    assert found.update.texts == own.update.texts  # it costs no training games
    assert found.digest != own.digest
    less = load_training_data(
        corpus.folder, msgspec.structs.replace(FULL, validation_games=2), other.folder
    )
    assert len(set(less.validation.game)) == 2
    assert less.digest not in (own.digest, found.digest)


def test_no_game_of_the_corpus_itself_is_held_out_by_another_name(
    corpus: Corpus, tmp_path: Path
) -> None:
    """Its development and test games are not for choosing by."""
    other = made(tmp_path / "other", 8, [7, 3])
    for folder in (corpus.folder, other.folder):
        with pytest.raises(ExperimentError, match="hold out those of another seed"):
            load_training_data(corpus.folder, FULL, folder)


def test_a_corpus_without_games_to_hold_out_is_refused(corpus: Corpus, tmp_path: Path) -> None:
    empty = made(tmp_path / "empty", 8, [])
    with pytest.raises(ExperimentError, match="empty has no validation games"):
        load_training_data(corpus.folder, FULL, empty.folder)
