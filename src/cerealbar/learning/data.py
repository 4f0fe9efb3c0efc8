"""The games that a run learns from, and those that it is validated on."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from cerealbar.learning.experiment import Experiment, ExperimentError
from cerealbar.records import Corpus, Examples, load_examples, read_splits


@dataclass(frozen=True, slots=True)
class TrainingData:
    """The finished instructions of both parts of the training games."""

    update: Examples
    """Those that parameters are updated with."""
    validation: Examples
    """Those that are held out, to stop and to choose by."""
    digest: str
    """What tells these games from others."""


def load_training_data(folder: Path, experiment: Experiment) -> TrainingData:
    """The training games of a corpus, as many as the experiment uses.

    Raises:
        ExperimentError: it has no training games, or no finished instruction in them.
    """
    corpus, splits = Corpus(folder), read_splits(folder)
    update = splits.part("update")[: experiment.games]
    validation = splits.part("validation")[: experiment.validation_games]
    for name, games in (("training", update), ("validation", validation)):
        if not games:
            raise ExperimentError(
                f"{folder} has no {name} games: split it with `cerealbar corpus split`"
            )
    data = TrainingData(
        load_examples(corpus, update),
        load_examples(corpus, validation),
        _digest(corpus, update + validation),
    )
    if not len(data.update) or not len(data.validation):
        raise ExperimentError(f"{folder} has no finished instruction to learn from")
    return data


def _digest(corpus: Corpus, games: tuple[str, ...]) -> str:
    digests = {entry.game_id: entry.digest for entry in corpus.entries}
    content = "\n".join(digests[game] for game in games)
    return hashlib.blake2b(content.encode(), digest_size=12).hexdigest()
