"""`cerealbar evaluate`: how well a follower carries out instructions, of a corpus or a suite."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from cerealbar.agents import EVERYTHING, PARTIAL, describe_players
from cerealbar.agents.registry import check_name, make_follower
from cerealbar.cli.arguments import (
    EyesName,
    GamesName,
    JsonFlag,
    RayAddress,
    WholeNumber,
    WorkerCount,
)
from cerealbar.cli.evaluated import check_evaluated, find_evaluated, is_static, keep_results
from cerealbar.cli.progress import share_bar
from cerealbar.evaluation import MAX_CHOICES, StaticOracle
from cerealbar.evaluation.following import as_policy
from cerealbar.evaluation.parts import Procedure, evaluate_by
from cerealbar.evaluation.plans import picture_plans
from cerealbar.evaluation.shares import Share
from cerealbar.evaluation.suites import SuiteAccuracy, accuracy, open_suite, run_suite
from cerealbar.evaluation.suites.page import failures_page
from cerealbar.evaluation.table import check_table, write_table
from cerealbar.parallel import open_pool
from cerealbar.records import Corpus, Examples, RecordError, load_examples, read_splits
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
        Write all instructions of the corpus with their results to this .csv or .parquet file.
    plans
        Draw the plans for ten instructions of the corpus, and what came of them, to this .png file.
    html
        Write a page with the failed instructions of a suite to this file.
    json_
        Print one JSON object.
    """
    if (data is None) == (suite is None):
        raise RecordError("cannot evaluate: expected either --data or --suite")
    if suite is not None:
        _check_unused(
            "--data",
            table=table is not None,
            plans=plans is not None,
            cascaded=cascaded,
            limit=limit is not None,
            workers=workers != 1,
            ray=ray is not None,
        )
        check_name("follower", follower)
        _on_suite(suite, follower, seed, sight, html, json_)
        return
    _check_unused("--suite", html=html is not None)
    most = _limit(limit, follower)
    if table is not None:
        check_table(table)
    if plans is not None and plans.suffix.lower() != ".png":
        raise RecordError(f"{plans.name!r} is no picture file: expected a name in .png")
    assert data is not None
    check_evaluated(follower)
    examples, eyes = _examples(data, part), VIEWS[sight]
    who = find_evaluated(follower, examples, seed, eyes, cascaded)
    player = as_policy(who(examples))  # or it fails before anybody is called
    how = Procedure(eyes, most, cascaded)
    title = "instructions" + " and games" * cascaded
    with open_pool(workers, ray) as pool, share_bar(title) as bar:
        report = evaluate_by(pool, examples, who, how, bar.move)
    told = {"follower": follower, "sight": sight, "part": part, **report.told()}
    keep_results(follower, part, sight, told)
    if table is not None:
        write_table(table, report)
    if plans is not None and (drawn := picture_plans(player, examples, _SHOWN, eyes)) is not None:
        write_whole(plans, drawn)
    if json_:
        print(json.dumps(told))
    else:
        _show(told)


def _check_unused(partner: str, **is_used: bool) -> None:
    """See that no option is used that goes with another one.

    Raises:
        RecordError: one is.
    """
    for name, used in is_used.items():
        if used:
            raise RecordError(f"cannot evaluate so: --{name} goes with {partner}")


def _examples(folder: Path, part: GamesName) -> Examples:
    corpus = Corpus(folder)
    games = corpus.game_ids if part == "all" else read_splits(folder).part(part)
    if not games:
        raise RecordError(f"{folder} has no games in the part {part!r}")
    return load_examples(corpus, games)


def _limit(limit: int | None, follower: str) -> int | None:
    if limit is None:
        return None if is_static(follower) else MAX_CHOICES
    if limit < 0:
        raise RecordError(f"{limit} is no limit: expected choices from 1 on, or 0 for no limit")
    return limit or None


def _show(told: dict[str, Any]) -> None:
    """Print what was measured as a table."""
    who = f"{told['follower']}{_seeing(told['sight'])}"
    title = f"{who} on {told['instructions']:,} instructions of {told['part']}"
    table = Table(title=title, title_justify="left")
    for name in ("", "mean", "95 % confidence"):
        table.add_column(name, justify="right" if name else "left")
    for name, ends in told["intervals"].items():
        form = "{:.2f}" if name == "full_game_points" else "{:.1%}"
        mean, low, high = ("-" if x is None else form.format(x) for x in (told[name], *ends))
        table.add_row(name.replace("_", " "), mean, f"{low} to {high}")
    Console().print(table)
    if told["recorded_longer_than_limit"] is not None:
        share = f"{told['recorded_longer_than_limit']:.1%}"
        print(f"{share} of the recorded executions take more than {told['limit']} choices")


def _seeing(sight: str) -> str:
    return "" if sight == "full" else f" with the sight {sight!r}"


def _on_suite(
    suite: str, follower: str, seed: int, sight: EyesName, html: Path | None, is_json: bool
) -> None:
    items = open_suite(suite)
    eyes = VIEWS[sight]
    player = make_follower(follower, seed, EVERYTHING if eyes is None else PARTIAL)
    with share_bar("instructions") as bar:
        results = run_suite(items, player, eyes, bar.move)
    found = accuracy(results)
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
