"""`cerealbar evaluate`: how well a follower carries out instructions, of a corpus or a suite."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from cerealbar.agents import check_name, describe_players
from cerealbar.cli.arguments import (
    EyesName,
    GamesName,
    JsonFlag,
    RayAddress,
    WholeNumber,
    WorkerCount,
)
from cerealbar.cli.evaluated import (
    check_evaluated,
    check_unused,
    find_evaluated,
    keep_results,
    measure_on_games,
    measure_on_suite,
    open_games,
    usual_limit,
)
from cerealbar.cli.progress import share_bar
from cerealbar.evaluation import StaticOracle
from cerealbar.evaluation.following import Procedure, as_policy
from cerealbar.evaluation.plans import picture_plans
from cerealbar.evaluation.report import measure_words, value_words
from cerealbar.evaluation.statistics import GameMean, Share, intervals
from cerealbar.evaluation.suites import SuiteAccuracy, accuracy, open_suite
from cerealbar.evaluation.suites.page import failures_page
from cerealbar.evaluation.table import check_table, instruction_table, suite_table, write_table
from cerealbar.parallel import open_pool
from cerealbar.records import RecordError
from cerealbar.records.files import write_whole
from cerealbar.views import VIEWS

_SHOWN = 10
"""Instructions whose plans are drawn."""
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
    limit: WholeNumber | None = None,
    seed: WholeNumber = 0,
    sight: EyesName = "full",
    table: Path | None = None,
    plans: Path | None = None,
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
    limit
        After how many choices an instruction of the corpus ends, 0 for never; by default 25, as in
        the paper, but never for the static oracle.
    seed
        All that chance decides.
    table
        Write all instructions with their results to this .csv or .parquet file.
    plans
        Draw the plans for ten instructions of the corpus, and what came of them, to this .png file.
    html
        Write a page with the failed instructions of a suite to this file.
    """
    if (data is None) == (suite is None):
        raise RecordError("cannot evaluate: expected either --data or --suite")
    if table is not None:
        check_table(table)
    if suite is not None:
        check_unused(
            "--data",
            plans=plans is not None,
            cascaded=cascaded,
            limit=limit is not None,
            workers=workers != 1,
            ray=ray is not None,
        )
        check_name("follower", follower)
        _on_suite(suite, follower, seed, sight, table, html, json_)
        return
    check_unused("--suite", html=html is not None)
    most = _limit(limit, follower)
    if plans is not None and plans.suffix.lower() != ".png":
        raise RecordError(f"{plans.name!r} is no picture file: expected a name in .png")
    assert data is not None
    check_evaluated(follower)
    examples, eyes = open_games(data, part), VIEWS[sight]
    who = find_evaluated(follower, examples, seed, eyes, cascaded)
    player = as_policy(who(examples))  # or it fails before anybody is called
    with open_pool(workers, ray) as pool:
        report = measure_on_games(pool, examples, who, Procedure(eyes, most, cascaded))
    told = {"follower": follower, "sight": sight, "part": part, **report.told()}
    keep_results(follower, part, sight, told)
    if table is not None:
        write_table(table, instruction_table(report))
    if plans is not None and (drawn := picture_plans(player, examples, _SHOWN, eyes)) is not None:
        write_whole(plans, drawn)
    if json_:
        print(json.dumps(told))
    else:
        _show(told, report.means())


def _limit(limit: int | None, follower: str) -> int | None:
    if limit is None:
        return usual_limit(follower)
    if limit < 0:
        raise RecordError(f"{limit} is no limit: expected choices from 1 on, or 0 for no limit")
    return limit or None


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
        with share_bar("pictures") as bar:
            page = failures_page(results, f"{follower} on {Path(suite).name}", bar.move)
        write_whole(html, page.encode())
    if is_json:
        print(json.dumps({"follower": follower, "sight": sight, "suite": suite, **_told(found)}))
        return
    table = Table(title=f"{follower}{_seeing(sight)} on {suite}", title_justify="left")
    for name in ("instructions", "right", "of", "share", "95 % confidence"):
        table.add_column(name, justify="left" if name == "instructions" else "right")
    for rows in ({"all": found.all}, _by_cards(found), found.by_tag):
        table.add_section()
        for name, part in rows.items():
            low, high = part.interval
            counts = str(part.right), str(part.count)
            table.add_row(name, *counts, f"{part.value:.1%}", f"{low:.1%} to {high:.1%}")
    Console().print(table)
    print(f"{found.given_up} of {found.all.count} were given up")


def _by_cards(found: SuiteAccuracy) -> dict[str, Share]:
    return {_cards(number): part for number, part in found.by_cards.items()}


def _cards(number: int) -> str:
    return f"{number or 'no'} card{'s' * (number != 1)}"


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
