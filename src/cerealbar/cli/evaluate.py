"""`cerealbar evaluate`: how well a follower carries out instructions, of a corpus or a suite."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from cerealbar.agents import (
    EVERYTHING,
    PARTIAL,
    Follower,
    Need,
    check_name,
    describe_players,
    make_follower,
)
from cerealbar.agents.policy import Policy
from cerealbar.cli.arguments import (
    EyesName,
    GamesName,
    JsonFlag,
    RayAddress,
    WholeNumber,
    WorkerCount,
)
from cerealbar.cli.progress import share_bar
from cerealbar.cli.results.rows import EXPERIMENT, read_title
from cerealbar.evaluation import MAX_CHOICES, EvaluationReport, StaticOracle, given_by
from cerealbar.evaluation.evaluating import evaluate_by
from cerealbar.evaluation.following import Procedure, as_policy
from cerealbar.evaluation.report import measure_words, value_words
from cerealbar.evaluation.statistics import GameMean, Share, intervals
from cerealbar.evaluation.suites import (
    SuiteAccuracy,
    SuiteItem,
    SuiteResult,
    accuracy,
    open_suite,
    run_suite,
)
from cerealbar.evaluation.suites.page import failures_page
from cerealbar.evaluation.table import check_table, instruction_table, suite_table, write_table
from cerealbar.parallel import open_pool
from cerealbar.records import Corpus, Examples, RecordError, load_examples, read_splits
from cerealbar.records.files import write_whole
from cerealbar.views import VIEWS, Sight

GOLD_PLAN = "gold-plan"
EvaluatedName = Annotated[
    str,
    Parameter(
        help=f"Who follows: {describe_players('follower')} Of a corpus also {StaticOracle.name} "
        "(does in each instruction what was recorded)."
    ),
]
"""A follower of the registry, or one that replays a corpus."""


def evaluate(
    follower: EvaluatedName,
    /,
    *,
    data: Path | None = None,
    suite: str | None = None,
    part: GamesName = "development",
    cascaded: Annotated[bool, Parameter(negative="")] = False,
    seed: WholeNumber = 0,
    sight: EyesName = "full",
    table: Path | None = None,
    html: Annotated[Path | None, Parameter(name="--html")] = None,
    workers: WorkerCount = 1,
    ray: RayAddress = None,
    json_: JsonFlag = False,
) -> None:
    """Let a follower carry out instructions: those of a corpus from their recorded starts, or a
    suite's on its boards. The figures are the same whoever works.

    Parameters
    ----------
    data
        The corpus.
    suite
        The suite: a file, or written-train, written-dev or written-test for the one that comes
        with the package.
    part
        Which games of the corpus.
    cascaded
        Also play the games of the corpus from each instruction to their end.
    seed
        All that chance decides.
    table
        Write all instructions with their results to this .csv or .parquet file.
    html
        Write a page with the failed instructions of a suite to this file.
    """
    if (data is None) == (suite is None):
        raise RecordError("cannot evaluate: expected either --data or --suite")
    if table is not None:
        check_table(table)
    if suite is not None:
        check_unused("--data", cascaded=cascaded, workers=workers != 1, ray=ray is not None)
        check_name("follower", follower)
        _on_suite(suite, follower, seed, sight, table, html, json_)
        return
    check_unused("--suite", html=html is not None)
    assert data is not None
    (report,) = measure_on_games(data, part, [follower], seed, sight, cascaded, workers, ray)
    told = {"follower": follower, "sight": sight, "part": part, **report.told()}
    keep_results(follower, part, sight, told)
    if table is not None:
        write_table(table, instruction_table(report))
    if json_:
        print(json.dumps(told))
    else:
        _show(told, report.means())


def _show(told: dict[str, Any], means: dict[str, GameMean]) -> None:
    """Print what was measured as a table."""
    who = f"{told['follower']}{_seeing(told['sight'])}"
    title = f"{who} on {told['instructions']:,} instructions of {told['part']}"
    table = Table(title=title, title_justify="left")
    for name in ("", "mean", "95 % confidence"):
        table.add_column(name, justify="right" if name else "left")
    for name, ends in intervals(means).items():
        mean, low, high = (value_words(name, x) for x in (means[name].value, *ends))
        table.add_row(measure_words(name), mean, f"{low} to {high}")
    Console().print(table)
    if told["recorded_longer_than_limit"] is not None:
        share = f"{told['recorded_longer_than_limit']:.1%}"
        print(f"{share} of the recorded executions take more than {told['limit']} choices")


def _seeing(sight: str) -> str:
    return "" if sight == "full" else f" with the sight {sight!r}"


def _on_suite(
    suite: str,
    follower: str,
    seed: int,
    sight: EyesName,
    table_file: Path | None,
    html: Path | None,
    is_json: bool,
) -> None:
    results = measure_on_suite(open_suite(suite), follower, seed, VIEWS[sight])
    found = accuracy(results)
    if table_file is not None:
        write_table(table_file, suite_table(results))
    if html is not None:
        with share_bar("pictures") as move:
            page = failures_page(results, f"{follower} on {Path(suite).name}", move)
        write_whole(html, page.encode())
    if is_json:
        print(json.dumps({"follower": follower, "sight": sight, "suite": suite, **_told(found)}))
        return
    table = Table(title=f"{follower}{_seeing(sight)} on {suite}", title_justify="left")
    for name in ("instructions", "right", "of", "share", "95 % confidence"):
        table.add_column(name, justify="left" if name == "instructions" else "right")
    by_cards = {f"{n or 'no'} card{'s' * (n != 1)}": part for n, part in found.by_cards.items()}
    for rows in ({"all": found.all}, by_cards, found.by_tag):
        table.add_section()
        for name, part in rows.items():
            low, high = part.interval
            counts = str(part.right), str(part.count)
            table.add_row(name, *counts, f"{part.value:.1%}", f"{low:.1%} to {high:.1%}")
    Console().print(table)
    print(f"{found.given_up} of {found.all.count} were given up")


def _told(found: SuiteAccuracy) -> dict[str, object]:
    def told(part: Share) -> dict[str, object]:
        low, high = part.interval
        return {**asdict(part), "share": part.value, "low": low, "high": high}

    return {
        "all": told(found.all),
        "by_cards": {number: told(part) for number, part in found.by_cards.items()},
        "by_tag": {tag: told(part) for tag, part in found.by_tag.items()},
        "given_up": found.given_up,
    }


def kind_of_run(name: str) -> str | None:
    """The model of the run in a folder; None if it is none."""
    folder = Path(name)
    return read_title(folder).model if (folder / EXPERIMENT).is_file() else None


def is_static(name: str) -> bool:
    """Whether it does what was recorded, whatever happens."""
    return StaticOracle.name in (name, kind_of_run(name))


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


def measure_on_games(
    data: Path,
    part: GamesName,
    names: Sequence[str],
    seed: int,
    sight: EyesName,
    cascaded: bool,
    workers: int,
    ray: str | None,
) -> list[EvaluationReport]:
    """Let followers carry out instructions of some games of a corpus, each with a bar.

    Raises:
        PlayerError: one is not known, cannot be made, or needs more than recorded games give.
        RecordError: there are no such games, or one needs recorded ways and would leave them.
    """
    eyes = VIEWS[sight]
    for name in names:
        if not is_static(name):
            check_name("follower", name)
        if kind_of_run(name) == GOLD_PLAN and (cascaded or eyes is not None):
            raise RecordError(
                f"{name} has plans for the recorded starts and the whole board only: "
                "leave out --cascaded and --sight"
            )
    corpus = Corpus(data)
    games = corpus.game_ids if part == "all" else read_splits(data).part(part)
    if not games:
        raise RecordError(f"{data} has no games in the part {part!r}")
    examples = load_examples(corpus, games)
    who = [Evaluated(name, seed, given_by(examples, eyes)) for name in names]
    for one in who:
        as_policy(one(examples))  # or it fails after others were measured
    reports = []
    with open_pool(workers, ray) as pool:
        for one in who:
            how = Procedure(eyes, None if is_static(one.name) else MAX_CHOICES, cascaded)
            title = f"{one.name}: instructions" + " and games" * cascaded
            with share_bar(title) as move:
                reports.append(evaluate_by(pool, examples, one, how, move))
    return reports


def measure_on_suite(
    items: Sequence[SuiteItem], name: str, seed: int, eyes: Sight | None
) -> list[SuiteResult]:
    """Let a follower carry out the instructions of a suite, with a bar."""
    player = make_follower(name, seed, EVERYTHING if eyes is None else PARTIAL)
    with share_bar(f"{name}: instructions") as move:
        return run_suite(items, player, eyes, move)


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
