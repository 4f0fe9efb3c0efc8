"""`cerealbar evaluate`: how well a follower carries out instructions, of a corpus or a suite."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from cerealbar.agents import EVERYTHING, PARTIAL
from cerealbar.agents.registry import check_name, make_follower
from cerealbar.cli.arguments import (
    EyesName,
    FollowerName,
    GamesName,
    JsonFlag,
    WholeNumber,
)
from cerealbar.cli.progress import share_bar
from cerealbar.evaluation import evaluate_instructions, given_by
from cerealbar.evaluation.shares import Share
from cerealbar.evaluation.suites import SuiteAccuracy, accuracy, open_suite, run_suite
from cerealbar.evaluation.suites.page import failures_page
from cerealbar.records import Corpus, RecordError, load_examples, read_splits
from cerealbar.records.files import write_whole
from cerealbar.views import VIEWS


def evaluate(
    folder: Path | None = None,
    *,
    suite: str | None = None,
    follower: FollowerName = "rule-based",
    part: GamesName = "test",
    seed: WholeNumber = 0,
    sight: EyesName = "full",
    html: Annotated[Path | None, Parameter(name="--html")] = None,
    json_: JsonFlag = False,
) -> None:
    """Let a follower carry out instructions: those of a corpus from their recorded starts, or a
    suite's on its boards.

    Parameters
    ----------
    folder
        The corpus.
    suite
        The suite: a file, or written-train, written-dev or written-test for the one that comes
        with the package.
    part
        Which games of the corpus.
    seed
        All that chance decides.
    html
        Write a page with the failed instructions of a suite to this file.
    json_
        Print one JSON object.
    """
    check_name("follower", follower)
    if folder is not None and suite is None and html is None:
        _on_corpus(folder, follower, part, seed, sight, json_)
    elif suite is not None and folder is None:
        _on_suite(suite, follower, seed, sight, html, json_)
    elif html is not None:
        raise RecordError("cannot write a page: --html goes with --suite")
    else:
        raise RecordError("cannot evaluate: expected either a corpus or --suite")


def _on_corpus(
    folder: Path, follower: str, part: GamesName, seed: int, sight: EyesName, is_json: bool
) -> None:
    eyes = VIEWS[sight]
    corpus = Corpus(folder)
    games = corpus.game_ids if part == "all" else read_splits(folder).part(part)
    if not games:
        raise RecordError(f"{folder} has no games in the part {part!r}")
    examples = load_examples(corpus, games)
    player = make_follower(follower, seed, given_by(examples, eyes))
    with share_bar("instructions") as bar:
        found, _ = evaluate_instructions(examples, player, sight=eyes, progress=bar.move)
    if is_json:
        print(json.dumps({"follower": follower, "sight": sight, "part": part, **asdict(found)}))
        return
    print(f"{follower}{_seeing(sight)} on {found.instructions:,} instructions of {part}")
    print(f"  card state accuracy         {found.cards:7.2%}")
    print(f"  environment state accuracy  {found.environment:7.2%}")
    print(f"  action sequence accuracy    {found.actions:7.2%}")


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
