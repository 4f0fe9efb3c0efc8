"""`cerealbar corpus ...`: make, check, prune, split and convert corpora."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Console
from rich.table import Column, Table

from cerealbar.cli.arguments import CorpusFolder, WholeNumber
from cerealbar.cli.progress import track
from cerealbar.game import CerealBarError
from cerealbar.records import (
    About,
    Corpus,
    Divergence,
    GameRecord,
    RecordError,
    dropped_games,
    make_splits,
    read_splits,
    verify,
    write_splits,
)
from cerealbar.records.corpus import ABOUT
from cerealbar.records.splits import STORED_PARTS, Splits
from cerealbar.records.summary import final_score

corpus_app = App(name="corpus", help="Make, check, prune, split and convert corpora of games.")

Folder = Annotated[Path, Parameter(name="--out")]


def command_line() -> str:
    """The command that is running, for the record of how a corpus was made."""
    return " ".join(["cerealbar", *sys.argv[1:]])


def begun_corpus(
    out: Path, about: About, same: Callable[[About], object] = lambda about: about
) -> Corpus:
    """A new corpus, or one that was begun before and is about the same.

    Raises:
        RecordError: another corpus is there.
    """
    if not (out / ABOUT).is_file():
        return Corpus.create(out, about)
    corpus = Corpus(out)
    if same(corpus.about) != same(about):
        raise RecordError(f"{out} is another corpus, made by `{corpus.about.command}`")
    return corpus


def _readable(corpus: Corpus) -> Iterator[GameRecord | Divergence]:
    """Every game, or why it cannot be read."""
    for game_id in corpus.game_ids:
        try:
            yield corpus.game(game_id)
        except CerealBarError as error:
            yield Divergence(game_id, 0, str(error))


@corpus_app.command(name="verify")
def verify_(folder: CorpusFolder) -> None:
    """Replay every game by the rules and report where a recording disagrees.

    Exits with 1 if any does.
    """
    corpus = Corpus(folder)
    found = []
    for game in track(_readable(corpus), "verify", len(corpus)):
        divergence = game if isinstance(game, Divergence) else verify(game)
        if divergence is not None:
            found.append(divergence)
    for divergence in found:
        print(divergence)
    print(f"{len(corpus) - len(found)} of {len(corpus)} games agree with the rules")
    if found:
        sys.exit(1)


@corpus_app.command(name="list")
def list_(folder: CorpusFolder) -> None:
    """List the games of a corpus: id, split, score, length, players."""
    corpus = Corpus(folder)
    split_of = read_splits(folder).by_game()
    columns = ("split", "score", "events", "minutes", "leader", "follower", "ended")
    table = Table(Column("game", no_wrap=True), *columns)
    for game in corpus:
        end = game.end
        table.add_row(
            game.game_id,
            split_of.get(game.game_id),
            str(final_score(game)),
            str(len(game.events)),
            str(round(game.seconds / 60, 2)),
            game.header.leader.words,
            game.header.follower.words,
            None if end is None else str(end.how),
        )
    Console().print(table)


@corpus_app.command(name="select")
def select_(
    folder: CorpusFolder,
    *,
    out: Folder,
    most_steps: WholeNumber = 50,
) -> None:
    """Copy the games that are good enough to a new corpus, and say why others were dropped.

    Parameters
    ----------
    out
        The new corpus's folder.
    most_steps
        Follower steps in one instruction, at most.
    """
    corpus = Corpus(folder)
    dropped = dropped_games(track(corpus, "select", len(corpus)), most_steps)
    kept = [game_id for game_id in corpus.game_ids if game_id not in dropped]
    failed = Counter(name for reasons in dropped.values() for name in reasons)
    if not kept:
        raise RecordError(f"no game of {folder} is good enough: {dict(failed)}")
    about = About(
        name=corpus.about.name,
        description=corpus.about.description,
        command=f"{corpus.about.command}; {command_line()}",
    )
    with Corpus.create(out, about).writer(durable=False) as writer:
        for game in track(corpus.games(kept), "copy", len(kept)):
            writer.append(game)
    _keep_splits(folder, out, set(kept))
    for game_id, reasons in dropped.items():
        print(f"dropped {game_id}: {'; '.join(reasons.values())}")
    print(f"kept {len(kept)} of {len(corpus)} games ({len(kept) / len(corpus):.1%}) in {out}")
    for name, count in failed.items():
        print(f"  {count} failed {name}")


def _keep_splits(folder: Path, out: Path, kept: set[str]) -> None:
    splits = read_splits(folder)
    if splits != Splits():
        parts = {
            part: tuple(game for game in splits.part(part) if game in kept) for part in STORED_PARTS
        }
        write_splits(out, Splits(**parts))


@corpus_app.command
def split(
    folder: CorpusFolder, *, seed: WholeNumber = 0, sizes: tuple[int, int, int] | None = None
) -> None:
    """Split a corpus into train, development and test with equal mean scores.

    Without sizes, 80 : 10 : 10. 5 % of the training games are held out as validation.

    Parameters
    ----------
    seed
        The same seed gives the same splits.
    sizes
        How many games for train, development and test.
    """
    corpus = Corpus(folder)
    scores = {game.game_id: final_score(game) for game in track(corpus, "scores", len(corpus))}
    splits = make_splits(scores, seed, sizes)
    write_splits(folder, splits)
    for part in STORED_PARTS:
        games = splits.part(part)
        mean = sum(scores[game] for game in games) / len(games) if games else 0.0
        print(f"{part:<12} {len(games):>6} games, mean score {mean:.2f}")
