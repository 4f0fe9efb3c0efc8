"""A training run from its beginning, or from its last checkpoint, to its end.

The phases of a model come one after the other; each goes on from the best weights of the one
before. Whatever is left to chance follows from the seed and the place in the run, so a run that was
interrupted ends as one that was not.
"""

import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

from cerealbar.evaluation.plans import picture_plans
from cerealbar.follower.checkpoint import (
    Model,
    build_model,
    fill_weights,
    load_weights,
    policy_for,
    save_model,
    save_weights,
)
from cerealbar.follower.stored import ModelCard, store
from cerealbar.follower.vocabulary import build_vocabulary
from cerealbar.game import CerealBarError
from cerealbar.learning.data import TrainingData
from cerealbar.learning.demonstrations import (
    Demonstrations,
    join,
    recorded_demonstrations,
    written_demonstrations,
)
from cerealbar.learning.epochs import Bars, EpochKey, make_optimizer, no_bars, run_epoch
from cerealbar.learning.experiment import Experiment, ExperimentError, Phase
from cerealbar.learning.phases import RunPhase, kind_of, phases_of
from cerealbar.learning.recovery import aggregate, load_recoveries, save_recoveries
from cerealbar.learning.run import (
    RunCard,
    RunFolder,
    RunProgress,
    restore_moments,
    shared_weights,
)
from cerealbar.learning.workers import Workers
from cerealbar.parallel import WorkerPool
from cerealbar.views import VIEWS

Tell = Callable[[str], None]
"""Told in words what has come of an epoch."""


class Training:
    """One run."""

    model: Model
    made: ModelCard

    def __init__(
        self,
        experiment: Experiment,
        data: TrainingData,
        folder: Path,
        device: torch.device | None = None,
        bars: Bars = no_bars,
        say: Tell = lambda _: None,
        shared: Sequence[Path] = (),
        pictures: int = 4,
        pool: WorkerPool | None = None,
    ) -> None:
        """A run in a folder; after each epoch plans of so many `pictures` are drawn.

        A pool, by default this process, makes the recovery examples.

        Raises:
            ExperimentError: a pool cannot compute as the device does.
        """
        self.experiment = experiment
        self.data = data
        self.shared = shared
        self.pictures = pictures
        self.sight = VIEWS[experiment.sight]
        self.workers = Workers(device or torch.device("cpu"))
        self.pool = pool
        if pool is not None and self.workers.device.type != "cpu":
            raise ExperimentError("a pool computes on processors: leave out --workers and --ray")
        self.run = RunFolder(folder)
        self.bars = bars if self.workers.is_first else no_bars
        self.say = say if self.workers.is_first else lambda _: None
        self._recovered: list[Demonstrations] = []
        self._began = time.process_time()

    def train(self) -> ModelCard | None:
        """Train to the end; returns what was made, None if nothing is learned.

        Raises:
            ExperimentError: the folder holds another run.
            CheckpointError: a checkpoint cannot be read or written.
        """
        words = build_vocabulary(self.data.update.texts, self.experiment.min_count).words
        card = RunCard(
            **msgspec.structs.asdict(self.experiment),
            digest=self.data.digest,
            words=words,
            written_digest=self.data.written_digest,
        )
        self._open(card)
        kind = kind_of(self.experiment)
        if kind is None:
            return None
        if kind == "pointer" and self.workers.device.type != "cpu":
            raise ExperimentError("the pointer model computes on the processor: --device cpu")
        torch.manual_seed(self.experiment.seed)
        self.made = ModelCard(
            kind=kind,
            name=self.experiment.name,
            plan=self.experiment.plan,
            seq2seq=self.experiment.seq2seq,
            pointer=self.experiment.pointer,
            words=words,
        )
        self.model = build_model(self.made).to(self.workers.device)
        found = self.run.load(self.model)
        progress, moments = found if found is not None else (RunProgress(), {})
        if self.workers.is_first:
            self.run.keep_log(progress.logged)
        steps = phases_of(self.experiment, self.model, self.data.validation)
        while progress.phase < len(steps):
            step = steps[progress.phase]
            if progress.epoch > 0 or not self._take_shared(card, step):
                progress = self._train_phase(step, progress, moments)
                moments = {}
            progress = self._end_phase(step, progress)
        self.workers.close()
        return self.made

    def _open(self, card: RunCard) -> None:
        """Begin or go on; what the first process meets, all do."""
        problem = None
        if self.workers.is_first:
            try:
                self.run.open(card)
            except CerealBarError as error:
                problem = error
        if (met := self.workers.gather(problem)[0]) is not None:
            raise met

    def _train_phase(
        self, step: RunPhase, progress: RunProgress, moments: dict[str, torch.Tensor]
    ) -> RunProgress:
        """Train until all epochs of the phase are done, or patience has run out."""
        optimizer = make_optimizer(step.trainee.module, step.how)
        if moments:
            restore_moments(optimizer, moments)
        recorded = recorded_demonstrations(self.data.update, self.sight)
        while not is_over(step.how, progress):
            place = EpochKey(self.experiment.seed, progress.phase, progress.epoch)
            title = f"{self.experiment.name}: {step.name} {progress.epoch + 1}"
            given = self._given(recorded, step, place, title)
            with self.bars(title) as move:
                numbers = run_epoch(
                    step.trainee, optimizer, given, step.how, place, self.workers, move
                )
            with self.bars(f"{title}: validation") as move:
                numbers = step.measure(move) | numbers
            progress = self._note(step, progress, numbers)
            if self.workers.is_first:
                self.run.save(self.model, optimizer, progress)
                self._draw(step, place.epoch + 1)
            self.workers.wait()
        return progress

    def _draw(self, step: RunPhase, epoch: int) -> None:
        drawn = picture_plans(step.drawn, self.data.validation, self.pictures, self.sight)
        if drawn is not None:
            store(self.run.folder / "pictures" / f"{step.name}-{epoch:03}.png", drawn)

    def _take_shared(self, card: RunCard, step: RunPhase) -> bool:
        """Take the weights of a phase from another run, if one has trained it alike."""
        found = shared_weights(self.shared, card, step.name)
        if found is None:
            return False
        self.model.load_state_dict(self.model.state_dict() | found)
        if self.workers.is_first:
            save_weights(self.run.best(step.name), self.model.state_dict())
        self.say(f"{step.name}: taken from another run")
        return True

    def _end_phase(self, step: RunPhase, progress: RunProgress) -> RunProgress:
        """Go back to the best weights; returns where the next phase begins."""
        path = self.run.best(step.name)
        self.workers.wait()
        if path.is_file():
            weights, _ = load_weights(path)
            fill_weights(self.model, weights, path)
        after = RunProgress(
            phase=progress.phase + 1,
            logged=progress.logged,
            seconds=progress.seconds,
            past=(*progress.past, step.name),
        )
        if self.workers.is_first:
            if step.makes_follower:
                save_model(self.run.folder, self.model, self.made)
            self.run.save(self.model, None, after)
        self.workers.wait()
        return after

    def _given(
        self, recorded: Demonstrations, step: RunPhase, place: EpochKey, title: str
    ) -> Demonstrations:
        """What an epoch learns from: recorded examples, recovery examples, written instructions."""
        chosen = np.arange(len(recorded), dtype=np.int64)
        if step.how.examples is not None and step.how.examples < len(chosen):
            rng = np.random.default_rng((*place.key, 2))
            chosen = np.sort(rng.permutation(chosen)[: step.how.examples])
            recorded = recorded.take(chosen)
        parts = [recorded] if step.recorded else []
        if step.aggregates:
            parts.append(self._aggregated(chosen, place, title))
        if step.written:
            written = written_demonstrations(self.data.written, self.sight)
            parts += [written] * self.experiment.written.repeats
        return join(parts)

    def _aggregated(self, chosen: NDArray[np.int64], place: EpochKey, title: str) -> Demonstrations:
        """Some of the recovery examples of all epochs so far, those of this one added."""
        self._aggregate(chosen, place.epoch, title)
        for epoch in range(len(self._recovered), place.epoch + 1):
            stored = self.run.recoveries(epoch)
            self._recovered.append(load_recoveries(stored, self.data.update))
        found = join(self._recovered)
        most = min(len(found), int(self.experiment.aggregation.share * len(chosen)))
        rng = np.random.default_rng((*place.key, 1))
        return found.take(rng.permutation(len(found))[:most])

    def _aggregate(self, chosen: NDArray[np.int64], epoch: int, title: str) -> None:
        """Store the recovery examples of the policy as it is now."""
        with self.bars(f"{title}: recovery examples") as move:
            found = aggregate(
                self.data.update,
                policy_for(self.model, self.experiment.name),
                self.workers.share(chosen),
                self.experiment.aggregation,
                move,
                self.pool,
            )
        parts = self.workers.gather(found)
        if self.workers.is_first:
            whole = join(parts)
            order = np.argsort(whole.source, kind="stable")
            save_recoveries(self.run.recoveries(epoch), whole.take(order))
        self.workers.wait()

    def _note(
        self, step: RunPhase, progress: RunProgress, numbers: dict[str, float]
    ) -> RunProgress:
        """What has come of an epoch; better weights than before are stored."""
        name, value = next(iter(numbers.items()))
        if math.isnan(value):  # there was nothing to measure
            value = 0.0
        is_better = progress.best is None or value > progress.best
        epoch = progress.epoch + 1
        if is_better and self.workers.is_first:
            save_weights(self.run.best(step.name), self.model.state_dict())
            if step.makes_follower:
                save_model(self.run.folder, self.model, self.made)
        seconds = progress.seconds + time.process_time() - self._began
        self._began = time.process_time()
        if self.workers.is_first:
            self.run.log(step.name, epoch, {**numbers, "cpu_seconds": seconds})
        self.say(f"{step.name} {epoch}: {name} {value:.2%}{' *' if is_better else ''}")
        patience = progress.patience or step.how.patience or 0.0
        return msgspec.structs.replace(
            progress,
            epoch=epoch,
            best=value if is_better else progress.best,
            best_epoch=epoch if is_better else progress.best_epoch,
            patience=patience * step.how.patience_factor if is_better else patience,
            waited=0 if is_better else progress.waited + 1,
            logged=progress.logged + 1,
            seconds=seconds,
        )


def is_over(how: Phase, progress: RunProgress) -> bool:
    """Whether all epochs are done, or patience has run out."""
    is_tired = how.patience is not None and progress.epoch > 0
    return progress.epoch >= how.epochs or (is_tired and progress.waited >= progress.patience)
