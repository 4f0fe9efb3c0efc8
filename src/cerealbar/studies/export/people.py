"""Tables of who took part: a row for each participant, and one for each step of each visit."""

from collections.abc import Iterable, Iterator, Sequence

from cerealbar.studies.participations import Participation
from cerealbar.studies.pay import account
from cerealbar.studies.studied import parts_of
from cerealbar.studies.study import Study
from cerealbar.studies.tables import StudyTable, TableColumn, TableRow, make_table, moment

PARTICIPANT = TableColumn("participant", "text", "who, by a random id")
VISIT = TableColumn("visit", "whole", "which of the participant's visits, from 1")
STEP = TableColumn("step", "text", "the step of the study, by its id")
_PLATFORM = (
    TableColumn("platform_id", "text", "who, on the platform: personal data"),
    TableColumn("submission_id", "text", "the submission or assignment there: personal data"),
)
_ABOUT_ALL = (
    TableColumn("visits", "whole", "how often the participant came after an end, and the first"),
    TableColumn("arrived", "time", "when it came first"),
    TableColumn("ended", "text", "how the last visit ended; empty if it did not"),
    TableColumn("is_excluded", "truth", "whether an admin excluded it"),
    TableColumn("pools", "text", "the pools in which it is, with blanks between"),
    TableColumn("treatments", "text", "those of its games in their order, each once"),
    TableColumn("games", "whole", "games that it began"),
    TableColumn("games_led", "whole", "of these, as leader"),
    TableColumn("games_followed", "whole", "of these, as follower"),
    TableColumn("points", "whole", "the points of all its games"),
    TableColumn("waited_seconds", "number", "how long it waited for partners"),
    TableColumn("seconds", "number", "how long its visits took together"),
    TableColumn("total_cents", "whole", "what it earned"),
    TableColumn("paid_cents", "whole", "what was put into tables of payments"),
    TableColumn("due_cents", "whole", "what it has to get yet"),
)


def participants_table(
    study: Study, participations: Sequence[Participation], *, with_platform_ids: bool
) -> StudyTable:
    """One row for each participant."""
    reached = [
        TableColumn(f"reached_{step.id}", "time", f"when the step {step.id} was first shown")
        for step in study.steps
    ]
    own = _PLATFORM if with_platform_ids else ()
    columns = (PARTICIPANT, *own, *_ABOUT_ALL, *reached)
    rows = (_participant_row(study, each) for each in participations)
    return make_table("participants", "One row for each participant.", columns, rows)


def steps_table(participations: Iterable[Participation]) -> StudyTable:
    """One row for each step that was shown, in each visit."""
    columns = (
        PARTICIPANT,
        VISIT,
        STEP,
        TableColumn("reached", "time", "when it was first shown"),
        TableColumn("seconds", "number", "from then to the next step, or the last thing done"),
    )
    rows = (row for each in participations for row in _step_rows(each))
    return make_table("steps", "One row for each step that a visit reached.", columns, rows)


def _participant_row(study: Study, participation: Participation) -> TableRow:
    story, visits = participation.story, participation.visits
    found = account(study, story)
    games = [part.game for part in parts_of(participation)]
    return {
        "participant": participation.participant_id,
        "platform_id": participation.platform_id,
        "submission_id": participation.submission_id,
        "visits": len(visits),
        "arrived": moment(visits[0].arrived) if visits else None,
        "ended": visits[-1].end if visits else None,
        "is_excluded": story.excluded is not None,
        "pools": " ".join(sorted(story.pools)),
        "treatments": " ".join(dict.fromkeys(game.treatment for game in games)),
        "games": len(games),
        "games_led": sum(game.role == "leader" for game in games),
        "games_followed": sum(game.role == "follower" for game in games),
        "points": sum(game.score for game in games),
        "waited_seconds": round(story.waited + story.past_waited, 3),
        "seconds": round(sum(visit.seconds for visit in visits), 3),
        "total_cents": found.total,
        "paid_cents": found.paid,
        "due_cents": found.due,
        **_first_reached(participation),
    }


def _first_reached(participation: Participation) -> dict[str, str]:
    spans = [span for visit in participation.visits for span in visit.steps]
    return {f"reached_{span.step}": moment(span.reached) for span in reversed(spans)}


def _step_rows(participation: Participation) -> Iterator[TableRow]:
    for visit in participation.visits:
        for span in visit.steps:
            yield {
                "participant": participation.participant_id,
                "visit": visit.number,
                "step": span.step,
                "reached": moment(span.reached),
                "seconds": round(span.seconds, 3),
            }
