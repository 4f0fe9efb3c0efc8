"""`cerealbar corpus stats` and `cerealbar corpus export`."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter
from rich.console import Console

from cerealbar.cli.arguments import JSON, CorpusFolder, GamesName
from cerealbar.cli.corpus import Folder, corpus_app
from cerealbar.cli.progress import track
from cerealbar.cli.statistics_table import course_table, difficulty_table, statistics_table
from cerealbar.language import tokenize
from cerealbar.language.difficulty import difficulty_groups
from cerealbar.records import Corpus, RecordError, read_splits
from cerealbar.records.files import write_whole
from cerealbar.records.report.card import data_card
from cerealbar.records.report.page import report_page
from cerealbar.records.summary import final_score, summarize, summarize_parts
from cerealbar.records.tables import export_parquet


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
            text = data_card(statistics, corpus.about, parts, digest=corpus.digest())
            write_whole(folder / "README.md", text.encode())
    if json_:
        print(msgspec.json.encode(statistics).decode())
    else:
        Console().print(statistics_table(statistics))
        Console().print(course_table(statistics))
        if statistics.difficulty:
            Console().print(difficulty_table(statistics))


@corpus_app.command
def export(
    folder: CorpusFolder,
    *,
    out: Folder,
    format_: Annotated[Literal["parquet"], Parameter(name="--format")] = "parquet",
) -> None:
    """Export a corpus as tables: one row a game, an instruction, and a signal.

    Parameters
    ----------
    out
        The folder for games.parquet, instructions.parquet and signals.parquet.
    format_
        The kind of table.
    """
    corpus = Corpus(folder)
    games = track(corpus, f"export {format_}", len(corpus))
    done = export_parquet(games, read_splits(folder), out)
    counts = f"{done.games} games, {done.instructions} instructions and {done.signals} signals"
    print(f"{counts} in {out}")
