"""The table of a study's participants: its rows, sorted, searched and cut into pages."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cerealbar.server.visits.standings import Standing, Whereabouts
from cerealbar.studies.pay import account
from cerealbar.studies.study import Study

PAGE_ROWS = 50


@dataclass(frozen=True, slots=True)
class ParticipantRow:
    """A participant at a glance."""

    participant_id: str
    step: str
    number: int
    """Of the step in the study, from 1."""
    whereabouts: Whereabouts
    since: float
    heard: float
    treatment: str
    role: str
    games: int
    points: int
    pools: tuple[str, ...]
    ended: str
    due: int
    """Cents."""


SORTS: Mapping[str, Callable[[ParticipantRow], Any]] = {
    "id": lambda row: row.participant_id,
    "step": lambda row: row.number,
    "since": lambda row: row.since,
    "heard": lambda row: row.heard,
    "treatment": lambda row: row.treatment,
    "role": lambda row: row.role,
    "games": lambda row: row.games,
    "points": lambda row: row.points,
    "pools": lambda row: row.pools,
    "ended": lambda row: row.ended,
    "due": lambda row: row.due,
}
"""By what rows can be sorted; Any: each is compared with its like only."""


@dataclass(frozen=True, slots=True)
class Browsing:
    """What an admin wants to see of the table."""

    sort: str = "heard"
    is_down: bool = True
    search: str = ""
    """A part of the participant's id."""
    page: int = 1


@dataclass(frozen=True, slots=True)
class ParticipantList:
    """A page of the table."""

    rows: tuple[ParticipantRow, ...]
    found: int
    page: int
    pages: int


def row_of(study: Study, standing: Standing) -> ParticipantRow:
    """A participant's row."""
    story = standing.story
    drawn = story.place.drawn if story.place else story.all_games[-1] if story.all_games else None
    names = [step.id for step in study.steps]
    return ParticipantRow(
        participant_id=standing.who.participant_id,
        step=standing.step,
        number=names.index(standing.step) + 1 if standing.step in names else 0,
        whereabouts=standing.whereabouts,
        since=standing.since,
        heard=standing.heard,
        treatment=drawn.treatment if drawn else "",
        role=drawn.role if drawn else "",
        games=len(story.all_games),
        points=sum(game.score for game in story.all_games),
        pools=tuple(sorted(story.pools)),
        ended=standing.how,
        due=account(study, story).due,
    )


def list_rows(rows: Iterable[ParticipantRow], browsing: Browsing) -> ParticipantList:
    """The page that an admin wants to see; the nearest one if there is none such."""
    sought = browsing.search.strip().lower()
    found = [row for row in rows if sought in row.participant_id]
    found.sort(key=SORTS["id"])
    found.sort(key=SORTS[browsing.sort], reverse=browsing.is_down)
    pages = max(1, -(-len(found) // PAGE_ROWS))
    page = min(max(1, browsing.page), pages)
    shown = found[(page - 1) * PAGE_ROWS : page * PAGE_ROWS]
    return ParticipantList(tuple(shown), len(found), page, pages)
