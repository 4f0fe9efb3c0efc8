"""`cerealbar corpus make`, `from-server` and `import-original`: where corpora come from."""

import sys
from collections import defaultdict
from contextlib import ExitStack, closing
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from cerealbar.agents.corpus_games import encoded_games
from cerealbar.cli.arguments import RayAddress, WholeNumber, WorkerCount
from cerealbar.cli.corpus import Folder, begun_corpus, command_line, corpus_app, verify_
from cerealbar.cli.corpus_reports import write_card
from cerealbar.cli.progress import share_bar, track
from cerealbar.game import CerealBarError
from cerealbar.language import tokenize
from cerealbar.parallel import open_pool
from cerealbar.records import (
    About,
    Corpus,
    GameRecord,
    RecordError,
    deeds,
    make_splits,
    verify,
    write_splits,
)
from cerealbar.records.corpus import Writer, check_new_folder
from cerealbar.records.importers import ImportSummary, import_original
from cerealbar.records.splits import PARTS, Splits
from cerealbar.records.summary import final_score, summarize, summarize_parts

if TYPE_CHECKING:
    from cerealbar.server.store import Reader

PAPER_GAMES, PAPER_SIZES = 1202, (960, 120, 122)


@corpus_app.command
def make(
    *,
    out: Folder,
    games: WholeNumber = PAPER_GAMES,
    seed: WholeNumber = 0,
    all_seeing: bool = False,
    workers: WorkerCount = 0,
    ray: RayAddress = None,
) -> None:
    """Make a corpus of synthetic games: simulated people lead, write and follow.

    The same seed gives the same bytes, whoever works. A corpus that was not finished is gone on
    with. Splits and a data card are made at the end.

    Parameters
    ----------
    out
        The corpus's folder.
    games
        How many games; with 1202 the splits have the paper's sizes.
    seed
        Who the people are, and all that they do.
    all_seeing
        Followers see the whole board, and walk with hardly a step too many; otherwise they see
        what a person who walks there makes out.
    """
    if games < 1:
        raise RecordError(f"cannot make {games} games: expected at least 1")
    about = About(
        name=f"simulated games, seed {seed}",
        description=(
            "Synthetic: a scripted leader in the styles of 264 simulated people, and a simulated "
            f"follower who {'sees all, and ' if all_seeing else ''}errs as people do."
        ),
        command=f"cerealbar corpus make --games {games} --seed {seed}"
        + " --all-seeing" * all_seeing,
    )
    with open_pool(workers, ray) as pool:
        corpus = begun_corpus(out, about)
        begun = len(corpus)
        with corpus.writer(durable=False) as writer:
            coming = encoded_games(seed, begun, games, pool, all_seeing)
            for game_id, line in track(coming, "simulated games", games - begun):
                writer.append_line(line, game_id)
    _finish(corpus, games, seed)
    print(f"{len(corpus)} synthetic games in {out}")


def _finish(corpus: Corpus, games: int, seed: int) -> None:
    scores = {game.game_id: final_score(game) for game in corpus}
    splits = make_splits(scores, seed, PAPER_SIZES if games == PAPER_GAMES else None)
    write_splits(corpus.folder, splits)
    train = corpus.games(splits.train)
    statistics = summarize(train, tokenize, part="train", interactions=len(corpus))
    parts = summarize_parts(splits, scores)
    write_card(corpus, statistics, parts)


@corpus_app.command(name="from-server")
def from_server(database: str, *, out: Folder, tutorials: bool = False) -> None:
    """Write every game of a server that has ended to a corpus.

    The server may be running: its games go on undisturbed, and those that have not ended, or in
    which nobody ever acted, are left out, and so are tutorials unless they are wanted. Done again,
    it adds the games that have ended since. Each game is checked by the rules; a bad one never
    stops the others: it is listed with a reason, and the exit code is 1.

    Parameters
    ----------
    database
        The server's database: a file, sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.
    out
        The corpus's folder, a new one or one that this command made.
    tutorials
        Whether to write what newcomers played alone, too.
    """
    # Here, as other commands should not wait for the libraries of databases.
    from cerealbar.server.store import Reader
    from cerealbar.server.store.game_rows import running_count

    if database.startswith(("http://", "https://")):
        raise RecordError(
            f"{database} is the address of a web server: expected its database, as given to "
            "`cerealbar serve --database`"
        )
    with closing(Reader.open(database)) as reader:
        command = f"cerealbar corpus from-server {reader}"
        told = "Games that were played on a server; each header tells who played."
        about = About(name="games of a server", description=told, command=command)
        corpus = begun_corpus(out, about, attrgetter("name"))
        begun = len(corpus)
        empty, rejected = _add_games(reader, corpus, tutorials)
        running = reader.read(running_count)
    for reason in rejected:
        print(f"rejected: {reason}")
    print(f"{len(corpus) - begun} games added to {out}, {begun} were there")
    print(
        f"left out: {running} still running, {empty} without any action, {len(rejected)} rejected"
    )
    verify_(out)
    if rejected:
        sys.exit(1)


def _add_games(reader: "Reader", corpus: Corpus, tutorials: bool) -> tuple[int, list[str]]:
    """Add the games that are new; returns how many were empty, and why others were rejected."""
    from cerealbar.server.store.game_rows import ended_ids

    empty = 0
    rejected: list[str] = []
    with corpus.writer(durable=False) as writer:
        ended = reader.read(ended_ids, with_tutorials=tutorials)
        new = [game_id for game_id in ended if game_id not in corpus]
        for game_id in track(new, "games", len(new)):
            try:
                empty += not _add_game(reader, writer, game_id)
            except CerealBarError as error:
                rejected.append(str(error))
    return empty, rejected


def _add_game(reader: "Reader", writer: Writer, game_id: str) -> bool:
    """Add a game, unless nobody did anything in it; returns whether it was added."""
    record = reader.record(game_id)
    if not deeds(record.events):
        return False
    divergence = verify(record)
    if divergence is not None:
        raise RecordError(str(divergence))
    writer.append(record)
    return True


@corpus_app.command(name="import-original")
def import_original_(
    *files: Annotated[Path, Parameter(negative="")], out: Folder, verbose: bool = False
) -> None:
    """Import games in the published format of the original dataset.

    Maps are rebuilt from their seeds and every game is replayed by the rules. A bad game never
    stops the others: it is listed with file, game, action and reason, and the exit code is 1.

    Parameters
    ----------
    files
        train.json, dev.json, test.json, ... (also compressed with gzip).
    out
        The new corpus's folder.
    verbose
        List every disagreement between a game's redundant fields and its replay.
    """
    about = About(
        name="CerealBar, imported",
        description="Games in the published format of the original dataset.",
        command=command_line(),
    )
    if not files:
        raise RecordError("cannot import: expected files of games")
    check_new_folder(out)
    parts: defaultdict[str, list[str]] = defaultdict(list)
    with ExitStack() as until_done, share_bar("import") as move:
        opened: list[Writer] = []

        def take(record: GameRecord, split: str | None) -> None:
            if not opened:  # with the first good game, so that none leaves no folder behind
                corpus = Corpus.create(out, about)
                opened.append(until_done.enter_context(corpus.writer(durable=False)))
            opened[0].append(record)
            if split in PARTS:
                parts[split].append(record.game_id)

        summary = import_original(files, take, move)
    if parts:
        write_splits(out, Splits(**{part: tuple(games) for part, games in parts.items()}))
    _print_faults(summary, verbose)
    if not summary.imported:
        raise RecordError(f"no game to import in {', '.join(map(str, files))}: {out} is not made")
    _print_summary(summary, out)
    if not summary.is_clean:
        sys.exit(1)


def _print_faults(summary: ImportSummary, verbose: bool) -> None:
    for broken in summary.broken_files:
        print(f"broken file: {broken}")
    for rejection in summary.rejected:
        print(f"rejected: {rejection}")
    if verbose:
        for game_id, notes in summary.notes.items():
            for note in notes:
                print(f"game {game_id}: {note}")
    elif summary.notes:
        game_id, notes = next(iter(summary.notes.items()))
        print(f"{len(summary.notes)} games are told of by --verbose, such as")
        print(f"  game {game_id}: {notes[0]}")


def _print_summary(summary: ImportSummary, out: Path) -> None:
    told = ", ".join(
        f"{count} {split or 'in no split'}"
        for split, count in sorted(summary.splits.items(), key=lambda item: str(item[0]))
    )
    print(f"{summary.imported} games imported to {out}" + (f": {told}" if told else ""))
    print(f"{len(summary.rejected)} games rejected, {len(summary.broken_files)} files broken")
    print(f"{summary.inferred} ends of turns inferred, as no action told them")
    print("redundant fields that agree with the replay, and clocks that run forward:")
    for name, checks in summary.agreement.items():
        print(f"  {name.replace('_', ' '):<12} {checks.agreeing:>9,} of {checks.checked:>9,}")
