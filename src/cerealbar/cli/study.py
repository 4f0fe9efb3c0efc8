"""`cerealbar study`: studies with people, from an example to a running one and what comes of it."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib.resources import files
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from cerealbar.cli.arguments import NewFolder, WholeNumber
from cerealbar.records import GameRecord
from cerealbar.studies.errors import StudyError
from cerealbar.studies.export import write_export
from cerealbar.studies.export.writing import tasks_done
from cerealbar.studies.participations import Participation
from cerealbar.studies.pay import account, money
from cerealbar.studies.payments import PaymentBatch, paid_batch, payment_batch, payment_table
from cerealbar.studies.study import Study

if TYPE_CHECKING:  # slow to import
    from cerealbar.server.store import Reader, Store

EXAMPLE = "studies/example"
study_app = App(name="study", help="Studies with people: make, check, run and evaluate them.")


@study_app.command
def new(folder: Path) -> None:
    """Write an example of a study, with comments, that runs as it is.

    Parameters
    ----------
    folder
        A new folder, or an empty one.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise StudyError(f"{folder} is not empty: choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    for source in files("cerealbar").joinpath(EXAMPLE).iterdir():
        (folder / source.name).write_bytes(source.read_bytes())
    print(
        f"{folder} is a study: change {folder / 'study.toml'}, then `cerealbar study run {folder}`"
    )


@study_app.command
def check(folder: Path) -> None:
    """Explain every mistake in a study's folder, with its file and line."""
    from cerealbar.server.visits.opening import open_study

    study = open_study(folder)
    steps = ", ".join(step.id for step in study.steps)
    print(f"{folder} is a study without mistakes: {study.title} ({steps})")


@study_app.command
def run(
    folder: Path,
    *,
    host: str | None = None,
    port: WholeNumber | None = None,
    database: str | None = None,
    settings: Path | None = None,
    open_: Annotated[bool, Parameter(name="--open", negative="")] = False,
) -> None:
    """Serve a study to its participants, until Ctrl+C or SIGTERM; visits go on at the next start.

    Parameters
    ----------
    host
        The address to listen on (127.0.0.1: this machine only).
    port
        The port to listen on (8080); 0 picks a free one.
    database
        Where everything is kept: a file (study.sqlite in the folder), or a PostgreSQL URL.
    settings
        A TOML file with more settings (server.toml in the folder, if there is one).
    open_
        Open the study in a browser, if there is a display.
    """
    from cerealbar.cli.serve import serve_app  # slow to import, as all of the server is
    from cerealbar.server.visits.opening import framed, open_study, study_settings

    given = {"host": host, "port": port, "database": database}
    chosen = study_settings(folder, settings, given)
    study = open_study(folder, chosen)
    serve_app(framed(chosen, study), {study.name: study}, path=f"/study/{study.name}", opens=open_)


@study_app.command
def links(folder: Path, names: Path, *, address: str, database: str | None = None) -> None:
    """Print signed links, one for each line of a file, as `name,link`.

    Parameters
    ----------
    names
        A text file with one name or number for each participant; nobody else sees them.
    address
        Where the study will be, such as https://study.example.org.
    """
    from cerealbar.server.visits.opening import open_study, study_settings

    study = open_study(folder)
    if study.recruiting.via != "links":
        raise StudyError(f"{folder}: recruiting.via is {study.recruiting.via!r}, not 'links'")
    where = study_settings(folder, None, {"database": database}).database
    lines = names.read_text(encoding="utf-8").split("\n")
    people = [name for line in lines if (name := line.strip())]
    for name, link in zip(people, signed_links(study, where, address, people), strict=True):
        print(f"{name},{link}")


def signed_links(study: Study, database: str, address: str, names: Iterable[str]) -> Iterator[str]:
    """A link for each name."""
    from cerealbar.server.store import Reader
    from cerealbar.server.visits.people import signed_link

    with closing(Reader.open(database)) as reader:
        secret = reader.secret()
    return (signed_link(address.rstrip("/"), study.name, name, secret) for name in names)


@dataclass(frozen=True, slots=True)
class _Data:
    """A study with its database."""

    study: Study
    database: str
    reader: "Reader"

    def people(self, ids: Path | None = None) -> list[Participation]:
        from cerealbar.server.visits.people import participations, read_platform_ids

        via = self.study.recruiting.via
        known = None if ids is None else read_platform_ids(ids, via, self.reader.secret())
        return participations(self.reader, self.study, known)

    def records(self, people: list[Participation]) -> Iterator[GameRecord]:
        from cerealbar.server.visits.people import records_of_study

        return records_of_study(self.reader, people)

    def write(self, work: Callable[["Store"], Awaitable[None]]) -> None:
        """Do something with the store, which must be a file of our own."""
        from cerealbar.server.store import Store

        async def open_and_work() -> None:
            store = Store.open(self.database)
            try:
                await work(store)
            finally:
                await store.close()

        asyncio.run(open_and_work())


@contextmanager
def _opened(folder: Path, database: str | None) -> Iterator[_Data]:
    from cerealbar.server.store import Reader
    from cerealbar.server.visits.opening import open_study, study_settings

    settings = study_settings(folder, None, {"database": database})
    with closing(Reader.open(settings.database)) as reader:
        yield _Data(open_study(folder, settings), settings.database, reader)


@study_app.command
def export(
    folder: Path, *, out: NewFolder, database: str | None = None, ids: Path | None = None
) -> None:
    """Write all data of a study into a new folder; the server may be running.

    Parameters
    ----------
    ids
        The platform's own list of participants, to have their ids there in the export too.
    """
    with _opened(folder, database) as data:
        people = data.people(ids)
        records = data.records(people)
        write_export(data.study, people, records, out, with_platform_ids=ids is not None)
    print(f"{out} has the data of {len(people)} participants")


@study_app.command
def report(folder: Path, *, out: NewFolder, database: str | None = None) -> None:
    """Write a page about a study, with plots and the data behind each, into a new folder."""
    from cerealbar.studies.report import write_report  # plots take a while to import

    with _opened(folder, database) as data:
        people = data.people()
        page = write_report(data.study, people, data.records(people), out)
    print(f"{page} tells about {len(people)} participants")


@study_app.command
def pay(
    folder: Path,
    *,
    out: Path,
    ids: Path | None = None,
    record: bool = False,
    batch: str | None = None,
    database: str | None = None,
) -> None:
    """Write a table of what is due now, as the platform takes it.

    Parameters
    ----------
    out
        The table to write, a new file.
    ids
        The platform's own list of participants, or the file of names for which links were made:
        only keyed hashes of them are stored here.
    record
        Note that the table is paid, so that the next one holds only what is due then.
    batch
        Write the table of this batch again, which is noted as paid.
    """
    if out.exists():
        raise StudyError(f"{out} is there already: choose another file")
    if record and batch is not None:
        raise StudyError(f"batch {batch} is noted as paid already: leave out --record")
    with _opened(folder, database) as data:

        async def write_and_record(store: "Store") -> None:
            found = _write_payments(data, out, ids)
            try:
                await store.write(note_paid, data.study.name, found, time.time())
            except StoreError as error:
                raise StoreError(
                    f"{out} is written, but perhaps not noted as paid:"
                    f" --batch {found.id} finds it if it is: {error}"
                ) from None

        if record:
            from cerealbar.server.store import StoreError
            from cerealbar.server.visits.payments import note_paid

            data.write(write_and_record)  # the store is ours before there is a file
            print("noted as paid")
        else:
            _write_payments(data, out, ids, batch)


def _write_payments(
    data: _Data, out: Path, ids: Path | None, batch_id: str | None = None
) -> PaymentBatch:
    """Write the table of what is due now, or of a batch that is noted as paid, and tell of it."""
    people = data.people(ids)
    if batch_id is None:
        batch = payment_batch(data.study, people)
    else:
        batch = paid_batch(data.study, people, batch_id)
    table = payment_table(data.study.recruiting.via, batch)
    with out.open("x", encoding="utf-8", newline="") as file:
        file.write(table)
        file.flush()
        os.fsync(file.fileno())
    total = sum(account(data.study, someone.story).total for someone in people)
    print(
        f"{out}: {money(batch.cents)} {batch.currency} for {len(batch.payments)} participants,"
        f" batch {batch.id}; {money(total)} earned by all so far"
        + ("" if batch.is_whole else "; some who were in this batch are missing")
    )
    for told in batch.refusals:
        print(f"still due: {told}")
    return batch


@study_app.command
def suite(folder: Path, *, out: NewFolder, database: str | None = None) -> None:
    """Write what people wrote and carried out in single tasks into a new folder, by step.

    `STEP.jsonl` of a write step is a suite for a carry-out step; the folder `STEP` of a carry-out
    step is one for `cerealbar suite build`.
    """
    if out.exists():
        raise StudyError(f"{out} is there already: choose another folder")
    with _opened(folder, database) as data:
        people = data.people()
    for step in data.study.steps:
        done = [task for someone in people for task in tasks_done(someone, step.id)]
        if told := step.collect(data.study, done, out):
            print(f"{step.id}: {told}")


@study_app.command
def forget(folder: Path, participant: str, *, database: str | None = None) -> None:
    """Delete all that is kept of a participant; its games stay, without its id and its words.

    Parameters
    ----------
    participant
        Its id, or the code that it got in the end.
    """
    from cerealbar.server.store.participants import forget_participant

    with _opened(folder, database) as data:
        people = data.people()
    found = [
        someone.participant_id
        for someone in people
        if participant in (someone.participant_id, *someone.codes)
    ]
    if len(found) != 1:
        many = f"{len(found)} participants" if found else "no participant"
        raise StudyError(f"{data.study.name} has {many} {participant!r}")
    data.write(methodcaller("write", forget_participant, found[0]))
    print(f"{found[0]} is forgotten")
