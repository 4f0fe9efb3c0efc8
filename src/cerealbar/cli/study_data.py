"""`cerealbar study export|report|pay|suite|forget`: what comes of a study."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING

from cerealbar.cli.arguments import NewFolder
from cerealbar.cli.study import study_app
from cerealbar.records import GameRecord
from cerealbar.studies.entries import StudyEntry
from cerealbar.studies.errors import StudyError
from cerealbar.studies.export import write_export
from cerealbar.studies.export.writing import tasks_done
from cerealbar.studies.participations import Participation
from cerealbar.studies.pay import account, money, paid_entries, payment_batch, payment_table
from cerealbar.studies.study import Study

if TYPE_CHECKING:  # slow to import
    from cerealbar.server.store import Reader, Store


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

    def append(self, entries: Iterable[tuple[str, StudyEntry]]) -> None:
        """Store entries in ledgers; the server must not be running on the same file."""
        from cerealbar.server.visits.ledgers import Ledgers

        async def append(store: "Store") -> None:
            ledgers = Ledgers(store, time.time)
            for participant, entry in entries:
                await ledgers.change(participant, methodcaller("append", entry))

        self.write(append)

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
    from cerealbar.server.visits import open_study, study_settings

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
    database: str | None = None,
) -> None:
    """Write a table of what is due now, as the platform takes it.

    Parameters
    ----------
    out
        The table to write, a new file.
    ids
        The platform's own list of participants: only keyed hashes of their ids are stored here.
    record
        Note that the table is paid, so that the next one holds only what is due then.
    """
    if out.exists():
        raise StudyError(f"{out} is there already: choose another file")
    with _opened(folder, database) as data:
        people = data.people(ids)
        batch = payment_batch(data.study, people)
        table = payment_table(data.study.recruiting.via, batch)
        total = sum(account(data.study, someone.story).total for someone in people)
        entries = paid_entries(batch, people)
        out.write_text(table, encoding="utf-8")
        if record:
            data.append(entries.items())
    print(
        f"{out}: {money(batch.cents)} {batch.currency} for {len(batch.payments)} participants,"
        f" batch {batch.id}; {money(total)} earned by all so far"
        + (", noted as paid" if record else "")
    )


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
    """Delete all that is kept of a participant, but for games, which name nobody."""
    from cerealbar.server.store.participants import forget_participant

    with _opened(folder, database) as data:
        if participant not in {someone.participant_id for someone in data.people()}:
            raise StudyError(f"{data.study.name} has no participant {participant!r}")
    data.write(methodcaller("write", forget_participant, participant))
    print(f"{participant} is forgotten")
