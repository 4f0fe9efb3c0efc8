"""Who is evaluated: any follower by name, and those that there are on recorded games only."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cerealbar.agents import Follower, Need, check_name, make_follower
from cerealbar.agents.policy import Policy
from cerealbar.cli.results.runs import EXPERIMENT, read_title
from cerealbar.evaluation import StaticOracle, given_by
from cerealbar.records import Examples, RecordError
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
