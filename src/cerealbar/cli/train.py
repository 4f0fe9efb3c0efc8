"""`cerealbar train`: train a follower as an experiment says."""

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from cerealbar.cli.arguments import RayAddress, WholeNumber, WorkerCount
from cerealbar.cli.progress import share_bar
from cerealbar.parallel import open_pool


def train(
    experiment: Path,
    *,
    data: Path,
    out: Path,
    validation: Path | None = None,
    set_: Annotated[list[str] | None, Parameter(name="--set")] = None,
    seed: WholeNumber | None = None,
    shared: list[Path] | None = None,
    device: str = "cpu",
    threads: WholeNumber = 1,
    workers: WorkerCount = 1,
    ray: RayAddress = None,
) -> None:
    """Train a follower as an experiment says; started again, it goes on where it was.

    With --workers or --ray, others carry out the instructions from which recovery examples are
    made; the model is the same. Several processes train one model together:
    `torchrun --nproc-per-node 2 -m cerealbar train ...`.

    Parameters
    ----------
    experiment
        Its TOML file, such as experiments/full.toml.
    data
        The corpus.
    out
        The folder of the run; afterwards it is a follower: --follower OUT.
    validation
        A corpus of other games that are all held out, in place of the held out part of DATA.
    set_
        Changes to the experiment, such as finetune.epochs=2; may be given several times.
    seed
        The seed, in place of the experiment's.
    shared
        Runs whose pretrained stages are taken where all that decides them is the same.
    device
        Where to compute: cpu, cuda, cuda:1, ...
    threads
        Threads of each process.
    """
    from cerealbar import learning  # with torch, which is slow to import

    changes = [*(set_ or []), *([] if seed is None else [f"seed={seed}"])]
    how = learning.read_experiment(experiment, changes)
    where = learning.open_device(device, threads)
    given = learning.load_training_data(data, how, validation)
    console = Console(stderr=True, highlight=False)
    with ExitStack() as stack:
        alone = workers == 1 and ray is None
        pool = None if alone else stack.enter_context(open_pool(workers, ray))
        training = learning.Training(
            how, given, out, where, share_bar, console.print, shared or (), pool=pool
        )
        made = training.train()
    if training.workers.is_first:
        told = "needs no training" if made is None else "is trained"
        print(f"{how.title} {told}: {out}")
