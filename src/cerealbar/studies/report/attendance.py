"""The course of visits: how far participants came, where they stopped, how long steps took."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from statistics import quantiles

from cerealbar.records.report.plots import Bar, bars
from cerealbar.studies.participations import VisitSpan
from cerealbar.studies.report.figures import NOTHING, ShownTable, StudyFigure, counted, duration
from cerealbar.studies.report.material import Material
from cerealbar.studies.study import Study
from cerealbar.studies.tables import StudyTable, TableColumn, TableRow, make_table

LOST = "without an end"
_STEP = TableColumn("step", "text", "the step, by its id")
_NOBODY = "Nobody has come yet."
Quartiles = tuple[float, float, float]


def attendance_figures(material: Material) -> tuple[StudyFigure, ...]:
    """Who reached which step and who stopped there, and how long steps took."""
    return _funnel(material), _times(material)


def _funnel(material: Material) -> StudyFigure:
    came = [each.visits[0] for each in material.people if each.visits]
    reached = Counter(step for visit in came for step in {span.step for span in visit.steps})
    stopped = _stops(came)
    steps = [step.id for step in material.study.steps]
    shown = [(step, f"{reached[step]:,}", _stop_words(stopped[step])) for step in steps]
    return StudyFigure(
        title="How far participants came",
        caption=f"First visits of {len(came):,} participants. Steps with conditions are not for"
        " everyone.",
        data=_funnel_data(material.study, reached, stopped),
        plot=bars([Bar(step, reached[step], counted(reached[step], len(came))) for step in steps])
        if came
        else None,
        shown=ShownTable(("step", "reached", "stopped there"), shown) if came else None,
        notice="" if came else _NOBODY,
    )


def _stop_words(ends: Counter[str]) -> str:
    told = (f"{count:,} {how.replace('-', ' ')}" for how, count in sorted(ends.items()))
    return ", ".join(told) or NOTHING


def _stops(visits: Sequence[VisitSpan]) -> defaultdict[str, Counter[str]]:
    """How visits ended that were not finished, by the last step that they reached."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for visit in visits:
        if visit.end != "finished" and visit.steps:
            found[visit.steps[-1].step][visit.end or LOST] += 1
    return found


def _funnel_data(
    study: Study, reached: Counter[str], stopped: Mapping[str, Counter[str]]
) -> StudyTable:
    rows: list[TableRow] = [
        {
            "step": step.id,
            "reached": reached[step.id],
            "stopped": stopped[step.id].total(),
            "how": _stop_words(stopped[step.id]) if stopped[step.id] else None,
        }
        for step in study.steps
    ]
    columns = (
        _STEP,
        TableColumn("reached", "whole", "participants who reached it in their first visit"),
        TableColumn("stopped", "whole", "of these, who came no further and did not finish"),
        TableColumn("how", "text", "how their visits ended"),
    )
    return make_table("funnel", "Participants by the steps that they reached.", columns, rows)


def _times(material: Material) -> StudyFigure:
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    for each in material.people:
        for span in (span for visit in each.visits for span in visit.steps):
            seconds[span.step].append(span.seconds)
    steps = [step.id for step in material.study.steps if seconds[step.id]]
    found = {step: (len(seconds[step]), _quartiles(seconds[step])) for step in steps}
    drawn = [Bar(step, middle, duration(middle)) for step, (_, (_, middle, _)) in found.items()]
    shown = [
        (step, f"{visits:,}", *map(duration, three)) for step, (visits, three) in found.items()
    ]
    return StudyFigure(
        title="How long steps took",
        caption="Medians in minutes and seconds, of all visits.",
        data=_times_data(found),
        plot=bars(drawn) if found else None,
        shown=ShownTable(("step", "visits", "lower quartile", "median", "upper quartile"), shown)
        if found
        else None,
        notice="" if found else _NOBODY,
    )


def _quartiles(values: Sequence[float]) -> Quartiles:
    if len(values) < 2:
        return values[0], values[0], values[0]
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return low, middle, high


def _times_data(found: Mapping[str, tuple[int, Quartiles]]) -> StudyTable:
    rows: list[TableRow] = [
        {
            "step": step,
            "visits": visits,
            "low": round(low, 3),
            "median": round(middle, 3),
            "high": round(high, 3),
        }
        for step, (visits, (low, middle, high)) in found.items()
    ]
    columns = (
        _STEP,
        TableColumn("visits", "whole", "visits that reached it"),
        TableColumn("low", "number", "seconds, lower quartile"),
        TableColumn("median", "number", "seconds, median"),
        TableColumn("high", "number", "seconds, upper quartile"),
    )
    return make_table("step_times", "Seconds at each step.", columns, rows)
