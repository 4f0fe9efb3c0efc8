"""`cerealbar evaluate`: how well a follower carries out instructions, of a corpus or a suite."""

import json
from collections.abc import Iterator
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
    if (folder is None) == (suite is None):
        raise RecordError("cannot evaluate: expected either a corpus or --suite")
    if suite is not None:
        _on_suite(suite, follower, seed, sight, html, json_)
        return
    assert folder is not None
    if html is not None:
        raise RecordError("cannot write a page for a corpus: --html goes with --suite")
    eyes = VIEWS[sight]
    corpus = Corpus(folder)
    games = corpus.game_ids if part == "all" else read_splits(folder).part(part)
    if not games:
        raise RecordError(f"{folder} has no games in the part {part!r}")
    examples = load_examples(corpus, games)
    player = make_follower(follower, seed, given_by(examples, eyes))
    with share_bar("instructions") as bar:
        found, _ = evaluate_instructions(examples, player, sight=eyes, progress=bar.move)
    if json_:
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
        page = failures_page(results, f"{follower} on {Path(suite).name}")
        write_whole(html, page.encode())
    if is_json:
        print(json.dumps({"follower": follower, "sight": sight, "suite": suite, **_told(found)}))
        return
    table = Table(title=f"{follower}{_seeing(sight)} on {suite}", title_justify="left")
    for name in ("instructions", "right", "of", "share", "95 % confidence"):
        table.add_column(name, justify="left" if name == "instructions" else "right")
    for name, part in _rows(found):
        low, high = part.interval
        figures = str(part.right), str(part.count), f"{part.value:.1%}", f"{low:.1%} to {high:.1%}"
        table.add_row(name, *figures)
    Console().print(table)


def _rows(found: SuiteAccuracy) -> Iterator[tuple[str, Share]]:
    yield "all", found.all
    yield from ((_cards(number), part) for number, part in found.by_cards.items())
    yield from found.by_tag.items()
    yield "given up", found.given_up


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
        "given_up": told(found.given_up),
    }
