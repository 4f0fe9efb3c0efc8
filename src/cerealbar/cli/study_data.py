"""`cerealbar study export|report|pay|pools|suite|forget`: what comes of a study."""

import asyncio
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cerealbar.cli.arguments import NewFolder
from cerealbar.cli.study import study_app
from cerealbar.evaluation.suites import write_suite
from cerealbar.studies.entries import PoolChanged, StudyEntry
from cerealbar.studies.errors import StudyError
from cerealbar.studies.export import write_export
from cerealbar.studies.export.rows import tasks_done
from cerealbar.studies.participations import Participation
from cerealbar.studies.pay import account, money
from cerealbar.studies.payments import paid_entries, payment_batch, payment_table
from cerealbar.studies.pools import Membership, format_memberships, parse_memberships
from cerealbar.studies.single_tasks import write_collection, written_items
from cerealbar.studies.steps import CarryOutStep, WriteStep
from cerealbar.studies.study import Study

if TYPE_CHECKING:  # slow to import
    from cerealbar.server.store import Reader


@dataclass(frozen=True, slots=True)
class _Data:
    """A study with its database."""

    study: Study
    database: str
    reader: "Reader"

    def people(self, ids: Path | None = None) -> list[Participation]:
        from cerealbar.server.visits.platforms import participations, read_platform_ids

        known = None
        if ids is not None:
            known = read_platform_ids(ids, self.study.recruiting.via, self.reader.secret())
        return participations(self.reader, self.study, known)


@contextmanager
def _opened(folder: Path, database: str | None) -> Iterator[_Data]:
    from cerealbar.server.store import Reader
    from cerealbar.server.visits import open_study, study_settings

    settings = study_settings(folder, None, {"database": database} if database else {})
    study = open_study(folder, settings)
    reader = Reader.open(settings.database)
    try:
        yield _Data(study, settings.database, reader)
    finally:
        reader.close()


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
    from cerealbar.server.visits.platforms import records_of_study

    with _opened(folder, database) as data:
        people = data.people(ids)
        records = records_of_study(data.reader, people)
        write_export(data.study, people, records, out, with_platform_ids=ids is not None)
    print(f"{out} has the data of {len(people)} participants")


@study_app.command
def report(folder: Path, *, out: NewFolder, database: str | None = None) -> None:
    """Write a page about a study, with plots and the data behind each, into a new folder."""
    from cerealbar.server.visits.platforms import records_of_study
    from cerealbar.studies.report import write_report  # plots take a while to import

    with _opened(folder, database) as data:
        people = data.people()
        page = write_report(data.study, people, records_of_study(data.reader, people), out)
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
        if record:
            _append(data.database, paid_entries(batch, people).items())
    out.write_text(table, encoding="utf-8")
    print(
        f"{out}: {money(batch.cents)} {batch.currency} for {len(batch.payments)} participants,"
        f" batch {batch.id}; {money(total)} earned by all so far"
        + (", noted as paid" if record else "")
    )


@study_app.command
def pools(folder: Path, *, load: Path | None = None, database: str | None = None) -> None:
    """Print who is in which pool, as CSV, or take such a table.

    Parameters
    ----------
    load
        A table with person (a participant's id), pool and is_member.
    """
    with _opened(folder, database) as data:
        people = data.people()
        if load is None:
            print(format_memberships(_memberships(people)), end="")
            return
        wanted = parse_memberships(load.read_text(encoding="utf-8"), data.study.pools)
        changes = _changes(wanted, people)
        _append(data.database, changes)
        print(f"{len(changes)} memberships changed")


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
        if not isinstance(step, WriteStep | CarryOutStep):
            continue
        items = data.study.suites[step.suite]
        done = [task for someone in people for task in tasks_done(someone, step.id)]
        if isinstance(step, WriteStep):
            texts = written_items(items, done)
            write_suite(out / f"{step.id}.jsonl", texts)
            print(f"{step.id}: {len(texts)} instructions were written")
        else:
            agreed = write_collection(out / step.id, items, done).agreement
            print(f"{step.id}: {agreed.right} of {agreed.count} readings were as meant")


@study_app.command
def forget(folder: Path, participant: str, *, database: str | None = None) -> None:
    """Delete all that is kept of a participant, but for games, which name nobody."""
    from cerealbar.server.store import Store
    from cerealbar.server.store.participants import forget_participant

    with _opened(folder, database) as data:
        if participant not in {someone.participant_id for someone in data.people()}:
            raise StudyError(f"{data.study.name} has no participant {participant!r}")
        where = data.database

    async def delete() -> None:
        store = Store.open(where)
        try:
            await store.write(forget_participant, participant)
        finally:
            await store.close()

    asyncio.run(delete())
    print(f"{participant} is forgotten")


def _memberships(people: list[Participation]) -> Iterator[Membership]:
    for someone in people:
        for pool in sorted(someone.story.pools):
            yield Membership(someone.participant_id, pool, True)


def _changes(wanted: list[Membership], people: list[Participation]) -> list[tuple[str, StudyEntry]]:
    """What is not so yet, and of whom."""
    stories = {someone.participant_id: someone.story for someone in people}
    if strangers := [each.person for each in wanted if each.person not in stories]:
        raise StudyError(f"{strangers[0]!r} is no participant of the study")
    return [
        (each.person, PoolChanged(pool=each.pool, is_member=each.is_member, by="imported"))
        for each in wanted
        if (each.pool in stories[each.person].pools) != each.is_member
    ]


def _append(database: str, changes: Iterable[tuple[str, StudyEntry]]) -> None:
    """Store entries in ledgers; the server must not be running on the same file."""
    from cerealbar.server.store import Store
    from cerealbar.server.visits.open_ledger import OpenLedger

    async def append() -> None:
        store = Store.open(database)
        try:
            for participant, entry in changes:
                ledger = await OpenLedger.find(store, time.time, participant)
                assert ledger is not None, "they were read a moment ago"
                await ledger.append(entry)
        finally:
            await store.close()

    asyncio.run(append())
