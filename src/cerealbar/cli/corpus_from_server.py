"""`cerealbar corpus from-server`: the games that people played, as a corpus."""

import sys
from operator import attrgetter
from typing import TYPE_CHECKING

from cerealbar.cli.corpus import Folder, begun_corpus, corpus_app, verify_
from cerealbar.cli.progress import track
from cerealbar.game import CerealBarError
from cerealbar.records import About, Corpus, RecordError, Writer, deeds, verify

if TYPE_CHECKING:
    from cerealbar.server.store import Reader


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
    reader = Reader.open(database)
    try:
        command = f"cerealbar corpus from-server {reader}"
        told = "Games that were played on a server; each header tells who played."
        about = About(name="games of a server", description=told, command=command)
        corpus = begun_corpus(out, about, attrgetter("name"))
        begun = len(corpus)
        empty, rejected = _add_games(reader, corpus, tutorials)
        running = reader.read(running_count)
    finally:
        reader.close()
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
