"""`cerealbar corpus stats`, `sample` and `export`: what a corpus holds."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from cerealbar.cli.arguments import JSON, CorpusFolder, GamesName, OutputFile, WholeNumber
from cerealbar.cli.corpus import Folder, corpus_app
from cerealbar.cli.progress import track
from cerealbar.language import tokenize
from cerealbar.language.references import difficulty_groups
from cerealbar.records import Corpus, RecordError, load_examples, read_splits
from cerealbar.records.files import write_whole
from cerealbar.records.report.card import data_card
from cerealbar.records.report.comparison import comparison, origin_sentence, part_sentence
from cerealbar.records.report.statistics_page import report_page
from cerealbar.records.show.samples import sample_page
from cerealbar.records.statistics import PartSummary, Statistics
from cerealbar.records.summary import final_score, summarize, summarize_parts
from cerealbar.records.tables import export_parquet

_HERE, _PAPER = "bold cyan", "dim"


@corpus_app.command
def stats(
    folder: CorpusFolder,
    *,
    part: GamesName | None = None,
    html: Path | None = None,
    card: bool = False,
    json_: Annotated[bool, JSON] = False,
) -> None:
    """Print the statistics of a corpus beside those of the paper's dataset.

    Parameters
    ----------
    part
        Which games to look at: by default the training games, as in the paper, or all games of a
        corpus without splits.
    html
        Write a report with plots to this file.
    card
        Write the data card, README.md in the corpus's folder.
    json_
        Print all statistics as one JSON object.
    """
    corpus, splits = Corpus(folder), read_splits(folder)
    if len(corpus) == 0:
        raise RecordError(f"{folder} has no games")
    if part is None:
        part = "train" if splits.train else "all"
    game_ids = corpus.game_ids if part == "all" else splits.part(part)
    if not game_ids:
        raise RecordError(f"{folder} has no games in the part {part!r}")
    games = track(corpus.games(game_ids), "statistics", len(game_ids))
    statistics = summarize(games, tokenize, difficulty_groups, part=part, interactions=len(corpus))
    if html is not None or card:
        scores = {game.game_id: final_score(game) for game in corpus}
        parts = summarize_parts(splits, scores)
        if html is not None:
            write_whole(html, report_page(statistics, corpus.about, parts).encode())
        if card:
            write_card(corpus, statistics, parts)
    if json_:
        print(msgspec.json.encode(statistics).decode())
    else:
        Console().print(statistics_table(statistics))
        Console().print(course_table(statistics))
        if statistics.difficulty:
            Console().print(difficulty_table(statistics))


@corpus_app.command
def export(folder: CorpusFolder, *, out: Folder) -> None:
    """Export a corpus as Parquet tables: one row a game, an instruction, and a signal.

    Parameters
    ----------
    out
        The folder for games.parquet, instructions.parquet and signals.parquet.
    """
    corpus = Corpus(folder)
    games = track(corpus, "export parquet", len(corpus))
    done = export_parquet(games, read_splits(folder), out)
    games_told, *others = (f"{count} {name}" for name, count in done.items())
    print(f"{games_told}, {' and '.join(others)} in {out}")


@corpus_app.command
def sample(
    folder: CorpusFolder,
    *,
    output: OutputFile = Path("samples.html"),
    count: WholeNumber = 12,
    seed: WholeNumber = 0,
) -> None:
    """Show some instructions of a corpus with pictures, on one page.

    Parameters
    ----------
    output
        The page to write.
    count
        How many instructions.
    seed
        Which ones.
    """
    corpus = Corpus(folder)
    examples = load_examples(corpus)
    if len(examples) == 0:
        raise RecordError(f"{folder} has no finished instructions")
    write_whole(output, sample_page(examples, corpus.about.name, count, seed).encode())
    print(f"{min(count, len(examples))} instructions in {output}")


def write_card(corpus: Corpus, statistics: Statistics, parts: Sequence[PartSummary]) -> None:
    """Write the data card of a corpus, README.md in its folder."""
    card = data_card(statistics, corpus.about, parts, digest=corpus.digest())
    write_whole(corpus.folder / "README.md", card.encode())


def statistics_table(statistics: Statistics) -> Table:
    """The paper's dataset table, the numbers of these games beside the paper's."""
    table = Table(
        "",
        *(Column(head, justify="right", style=_HERE) for head in ("mean", "median", "max")),
        *(Column(head, justify="right", style=_PAPER) for head in ("paper", "median", "max")),
        title=Text(part_sentence(statistics)),
        caption=Text(origin_sentence(statistics)),
        caption_justify="left",
        caption_style="bold yellow" if statistics.origin.synthetic_games else "",
    )
    singles = False
    for line in comparison(statistics.table):
        if len(line.here) == 1 and not singles:
            table.add_section()
            singles = True
        padding = ("",) * (3 - len(line.here))
        table.add_row(line.label, *line.here, *padding, *line.paper, *padding)
    return table


def difficulty_table(statistics: Statistics) -> Table:
    """How many instructions were carried out as meant, from easy ones to hard ones."""
    table = Table(
        "",
        Column("instructions", justify="right"),
        Column("share", justify="right"),
        Column("as meant", justify="right", style=_HERE),
        title="Success by difficulty",
    )
    for number, (cause, groups) in enumerate(statistics.difficulty.items()):
        total = sum(each.instructions for each in groups)
        if number == 0:
            right = sum(each.as_meant for each in groups)
            table.add_row("All", f"{total:,}", "", f"{right / total:.1%}")
        table.add_section()
        for each in groups:
            label, count = f"{cause.capitalize()}: {each.group}", each.instructions
            table.add_row(label, f"{count:,}", f"{count / total:.1%}", f"{each.share:.1%}")
    return table


def course_table(statistics: Statistics) -> Table:
    """What became of the instructions, how they were walked, and what players told each other."""
    table = Table(
        "", Column("count", justify="right", style=_HERE), Column("share", justify="right")
    )
    sent = statistics.instructions_sent.total
    for status, count in statistics.statuses.items():
        share = f"{count / sent:.1%}" if sent else ""
        table.add_row(f"Instructions {status.replace('-', ' ')}", f"{count:,}", share)
    table.add_section()
    finished = statistics.actions.count
    for name, share_of_ways in (
        ("Ways that come back to a cell", statistics.ways.revisits),
        ("Ways that come back to a cell, or beside one", statistics.ways.touches_itself),
    ):
        share = f"{share_of_ways:.1%}" if finished else ""
        table.add_row(name, f"{round(share_of_ways * finished):,}", share)
    table.add_section()
    for kind, count in statistics.signals.items():
        words = kind.replace("thumb-", "thumbs ") if "-" in kind else f"{kind}s"
        table.add_row(words.capitalize(), f"{count:,}", "")
    return table
