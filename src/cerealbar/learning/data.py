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


def load_training_data(
    folder: Path, experiment: Experiment, validation: Path | None = None
) -> TrainingData:
    """The training games of a corpus, as many as the experiment uses.

    Held out are its validation games, or all games of another corpus, which has none of its games.

    Raises:
        ExperimentError: there are no such games, or no finished instruction in them.
        SuiteError: there is no suite of written instructions that it learns from.
    """
    written = tuple([item for name in experiment.written.suites for item in open_suite(name)])
    corpus, splits = Corpus(folder), read_splits(folder)
    other = corpus if validation is None else Corpus(validation)
    update = splits.part("update")[: experiment.games]
    held = splits.part("validation") if validation is None else other.game_ids
    held = held[: experiment.validation_games]
    for name, where, games in (("training", folder, update), ("validation", other.folder, held)):
        if not games:
            raise ExperimentError(
                f"{where} has no {name} games: split it with `cerealbar corpus split`"
            )
    if validation is not None and not set(held).isdisjoint(corpus.game_ids):
        raise ExperimentError(f"{validation} has games of {folder}: hold out those of another seed")
    digests = {entry.game_id: entry.digest for entry in (*corpus.entries, *other.entries)}
    data = TrainingData(
        load_examples(corpus, update),
        load_examples(other, held),
        _digest(digests[game] for game in update + held),
        written,
    )
    if not len(data.update) or not len(data.validation):
        raise ExperimentError(f"{folder} has no finished instruction to learn from")
    return data


def _digest(parts: Iterable[str]) -> str:
    content = "\n".join(parts).encode()
    return hashlib.blake2b(content, digest_size=12).hexdigest() if content else ""
