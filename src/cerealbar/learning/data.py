"""The games and written instructions that a run learns from, and the games it is validated on."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cerealbar.evaluation.suites import SuiteItem, open_suite
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
    written: tuple[SuiteItem, ...] = ()
    """Instructions of suites that are learned from too."""

    @property
    def written_digest(self) -> str:
        """What tells these instructions from others; nothing if there are none."""
        return _digest(f"{item.state} {item.text}" for item in self.written)


def load_training_data(folder: Path, experiment: Experiment) -> TrainingData:
    """The training games of a corpus, as many as the experiment uses.

    Raises:
        ExperimentError: it has no training games, or no finished instruction in them.
        SuiteError: there is no suite of written instructions that it learns from.
    """
    written = tuple([item for name in experiment.written.suites for item in open_suite(name)])
    corpus, splits = Corpus(folder), read_splits(folder)
    update = splits.part("update")[: experiment.games]
    validation = splits.part("validation")[: experiment.validation_games]
    for name, games in (("training", update), ("validation", validation)):
        if not games:
            raise ExperimentError(
                f"{folder} has no {name} games: split it with `cerealbar corpus split`"
            )
    digests = {entry.game_id: entry.digest for entry in corpus.entries}
    data = TrainingData(
        load_examples(corpus, update),
        load_examples(corpus, validation),
        _digest(digests[game] for game in update + validation),
        written,
    )
    if not len(data.update) or not len(data.validation):
        raise ExperimentError(f"{folder} has no finished instruction to learn from")
    return data


def _digest(parts: Iterable[str]) -> str:
    content = "\n".join(parts).encode()
    return hashlib.blake2b(content, digest_size=12).hexdigest() if content else ""
