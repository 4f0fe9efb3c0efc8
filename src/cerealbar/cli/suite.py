"""`cerealbar suite ...`: collecting instructions for boards."""

from collections import Counter
from pathlib import Path

from cyclopts import App

from cerealbar.cli.arguments import WholeNumber
from cerealbar.cli.progress import track
from cerealbar.evaluation.suites import write_lines
from cerealbar.evaluation.suites.goals import goals
from cerealbar.evaluation.suites.tasks import build_suite, write_tasks

suite_app = App(name="suite", help="Collect instructions for boards, and build suites of them.")


@suite_app.command
def tasks(
    *,
    out: Path,
    seed: WholeNumber = 0,
    count: WholeNumber = 100,
) -> None:
    """Make tasks for writers and blind readers: boards in words and pictures, and goals.

    Parameters
    ----------
    out
        The folder to make.
    seed
        Which boards and goals.
    count
        How many tasks.
    """
    done = write_tasks(out, track(goals(seed, count), "tasks", count))
    print(f"{done} tasks in {out}: write texts/*.jsonl, then readings/*.jsonl, then build")


@suite_app.command
def build(folder: Path, *, out: Path) -> None:
    """Build a suite of a folder of tasks: the texts that readers carried out as meant.

    Parameters
    ----------
    folder
        The tasks, with `texts/*.jsonl` of writers and `readings/*.jsonl` of blind readers.
    out
        The folder for train.jsonl, dev.jsonl and test.jsonl, which share no board.
    """
    found = build_suite(folder)
    agreed = found.agreement
    print(f"{len(found.kept)} kept; {agreed.right} of {agreed.count} readings were as meant")
    for reason, ids in sorted(found.dropped.items()):
        print(f"{len(ids)} dropped, {reason}: {', '.join(ids)}")
    for name, items in found.parts().items():
        if not items:
            print(f"no instructions for {out / name}.jsonl")
            continue
        write_lines(out / f"{name}.jsonl", items)
        counts = Counter(len(item.cards) for item in items)
        cards = ", ".join(f"{counts[n]} with {n}" for n in sorted(counts))
        print(f"{out / name}.jsonl: {len(items)} instructions, by number of cards: {cards}")
