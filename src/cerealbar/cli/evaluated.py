"""Who is evaluated, and on what: any follower by name, and those for recorded games only."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cerealbar.agents import EVERYTHING, PARTIAL, Follower, Need, check_name, make_follower
from cerealbar.agents.policy import Policy
from cerealbar.cli.arguments import GamesName
from cerealbar.cli.progress import share_bar
from cerealbar.cli.results.runs import EXPERIMENT, read_title
from cerealbar.evaluation import MAX_CHOICES, EvaluationReport, StaticOracle, given_by
from cerealbar.evaluation.evaluating import evaluate_by
from cerealbar.evaluation.following import Procedure
from cerealbar.evaluation.suites import SuiteItem, SuiteResult, run_suite
from cerealbar.parallel import WorkerPool
from cerealbar.records import Corpus, Examples, RecordError, load_examples, read_splits
from cerealbar.records.files import write_whole
from cerealbar.views import Sight

GOLD_PLAN = "gold-plan"


def kind_of_run(name: str) -> str | None:
    """The model of the run in a folder; None if it is none."""
    folder = Path(name)
    return read_title(folder).model if (folder / EXPERIMENT).is_file() else None


def is_static(name: str) -> bool:
    """Whether it does what was recorded, whatever happens."""
    return StaticOracle.name in (name, kind_of_run(name))


def check_evaluated(name: str) -> None:
    """See that a name can be evaluated on recorded games.

    Raises:
        UnknownPlayerError: it cannot.
    """
    if not is_static(name):
        check_name("follower", name)


@dataclass(frozen=True, slots=True)
class Evaluated:
    """Who is evaluated, by name, wherever that is done."""

    name: str
    seed: int
    given: Need
    """What the recorded games can give it."""

    def __call__(self, examples: Examples) -> Follower | Policy:
        """The follower for some of the recorded games.

        Raises:
            PlayerError: it cannot be made, or needs more.
        """
        if is_static(self.name):
            return StaticOracle(examples)
        if kind_of_run(self.name) == GOLD_PLAN:
            from cerealbar.learning import open_gold_plan  # with torch, which is slow to import

            return open_gold_plan(Path(self.name), examples)
        return make_follower(self.name, self.seed, self.given)


def find_evaluated(
    name: str, examples: Examples, seed: int, eyes: Sight | None, cascaded: bool
) -> Evaluated:
    """Who is evaluated on some recorded games.

    Raises:
        RecordError: whoever needs recorded ways cannot leave them.
    """
    if kind_of_run(name) == GOLD_PLAN and (cascaded or eyes is not None):
        raise RecordError(
            f"{name} has plans for the recorded starts and the whole board only: "
            "leave out --cascaded and --sight"
        )
    return Evaluated(name, seed, given_by(examples, eyes))


def open_games(folder: Path, part: GamesName) -> Examples:
    """The instructions of some games of a corpus.

    Raises:
        RecordError: there are no such games.
    """
    corpus = Corpus(folder)
    games = corpus.game_ids if part == "all" else read_splits(folder).part(part)
    if not games:
        raise RecordError(f"{folder} has no games in the part {part!r}")
    return load_examples(corpus, games)


def usual_limit(name: str) -> int | None:
    """After how many choices an instruction ends for a follower, if nobody says otherwise."""
    return None if is_static(name) else MAX_CHOICES


def measure_on_games(
    pool: WorkerPool, examples: Examples, who: Evaluated, how: Procedure
) -> EvaluationReport:
    """Let somebody carry out instructions of recorded games, with a bar."""
    with share_bar(f"{who.name}: instructions" + " and games" * bool(how.cascaded)) as bar:
        return evaluate_by(pool, examples, who, how, bar.move)


def measure_on_suite(
    items: Sequence[SuiteItem], name: str, seed: int, eyes: Sight | None
) -> list[SuiteResult]:
    """Let a follower carry out the instructions of a suite, with a bar."""
    player = make_follower(name, seed, EVERYTHING if eyes is None else PARTIAL)
    with share_bar(f"{name}: instructions") as bar:
        return run_suite(items, player, eyes, bar.move)


def check_unused(partner: str, **is_used: bool) -> None:
    """See that no option is used that goes with something else.

    Raises:
        RecordError: one is.
    """
    for name, used in is_used.items():
        if used:
            raise RecordError(f"cannot be done: --{name} goes with {partner}")


def keep_results(name: str, part: str, sight: str, told: dict[str, Any]) -> None:
    """Store in its folder what was measured of a run that sees as it was trained to.

    What was measured before and is not now, as without cascaded evaluation, is kept.
    """
    if kind_of_run(name) is None or read_title(Path(name)).sight != sight:
        return
    path = Path(name) / f"results-{part}.json"
    before: dict[str, Any] = json.loads(path.read_bytes()) if path.is_file() else {}
    whole = before | told
    whole["intervals"] = before.get("intervals", {}) | told["intervals"]
    write_whole(path, json.dumps(whole, indent=1).encode() + b"\n")
