"""Pools: who joins one by its condition, and memberships as CSV."""

import csv
from collections.abc import Container, Iterable, Iterator, Mapping
from io import StringIO
from typing import Any

import msgspec

from cerealbar.studies.conditions import condition
from cerealbar.studies.entries import PoolChanged
from cerealbar.studies.errors import StudyError
from cerealbar.studies.participations import Participation
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.study import Study

MAX_PERSON_LENGTH = 200
_HEAD = ("person", "pool", "is_member")
_TRUTH = {"true": True, "false": False}


class Membership(msgspec.Struct, frozen=True):
    """Whether a person is in a pool."""

    person: str
    pool: str
    is_member: bool


def pool_changes(study: Study, story: ParticipantStory) -> list[PoolChanged]:
    """The pools that a participant joins now, by their conditions.

    Nobody leaves by a condition, and whoever was taken out by hand stays out.
    """
    return [
        PoolChanged(pool=name, is_member=True)
        for name, pool in study.pools.items()
        if pool.joins_if.strip()
        and not pool.is_closed
        and name not in story.pools
        and name not in story.barred
        and condition(pool.joins_if).holds(story)
    ]


def memberships_of(people: Iterable[Participation]) -> Iterator[Membership]:
    """Who is in which pool."""
    for someone in people:
        for pool in sorted(someone.story.pools):
            yield Membership(someone.participant_id, pool, True)


def membership_changes(
    wanted: Iterable[Membership], people: Iterable[Participation]
) -> list[tuple[str, PoolChanged]]:
    """What is not so yet, and of whom.

    Raises:
        StudyError: somebody is no participant.
    """
    stories = {someone.participant_id: someone.story for someone in people}
    changes = []
    for each in wanted:
        if each.person not in stories:
            raise StudyError(f"{each.person!r} is no participant of the study")
        if (each.pool in stories[each.person].pools) != each.is_member:
            entry = PoolChanged(pool=each.pool, is_member=each.is_member, by="imported")
            changes.append((each.person, entry))
    return changes


def format_memberships(memberships: Iterable[Membership]) -> str:
    """Memberships as CSV, by person and pool."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEAD)
    for each in sorted(memberships, key=lambda each: (each.person, each.pool)):
        writer.writerow((each.person, each.pool, str(each.is_member).lower()))
    return text.getvalue()


def parse_memberships(text: str, pools: Container[str]) -> list[Membership]:
    """The memberships that a CSV text holds, in some pools: the inverse of `format_memberships`.

    Raises:
        StudyError: the text is no such table; the message says in which line.
    """
    reader = csv.DictReader(StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    found: dict[tuple[str, str], Membership] = {}
    try:
        if tuple(reader.fieldnames or ()) != _HEAD:
            told = ",".join(reader.fieldnames or ())
            raise StudyError(f"line 1: {told!r} is no head: expected {','.join(_HEAD)!r}")
        for row in reader:
            each = _membership(row, pools)
            if (each.person, each.pool) in found:
                raise StudyError(f"{each.person!r} in {each.pool!r} is there twice")
            found[each.person, each.pool] = each
    except (csv.Error, StudyError) as error:
        line = "" if str(error).startswith("line") else f"line {reader.reader.line_num}: "
        raise StudyError(f"memberships cannot be read: {line}{error}") from None
    return list(found.values())


def _membership(row: Mapping[Any, Any], pools: Container[str]) -> Membership:
    values = [row[name] for name in _HEAD if row[name] is not None] + row.get(None, [])
    if len(values) != len(_HEAD):
        raise StudyError(f"{len(values)} values, expected {len(_HEAD)}")
    person, pool, truth = values
    if not person.strip() or len(person) > MAX_PERSON_LENGTH or not person.isprintable():
        raise StudyError(f"{person[:60]!r} is no person")
    if pool not in pools:
        raise StudyError(f"{pool!r} is no pool of the study")
    if truth not in _TRUTH:
        raise StudyError(f"is_member cannot be {truth!r}: expected true or false")
    return Membership(person, pool, _TRUTH[truth])
