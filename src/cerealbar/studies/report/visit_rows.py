"""Rows of figures about visits: how far they came, guesses about partners, what was earned."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, median, quantiles
from typing import get_args

from cerealbar.evaluation.statistics import Share
from cerealbar.records.report.plots import FOLLOWER, HERE, SOFT
from cerealbar.studies.entries import GamePlayed, StepAnswered
from cerealbar.studies.material import PARTNERS, Material
from cerealbar.studies.participations import Participation, VisitSpan
from cerealbar.studies.parts import PartnerKind
from cerealbar.studies.pay import LineKind, account, money
from cerealbar.studies.questionnaires import GuessWord, PartnerGuess
from cerealbar.studies.report.estimates import Estimate
from cerealbar.studies.report.figures import duration
from cerealbar.studies.report.game_rows import PARTNER_LOOKS, FigureRows

LOST = "without an end"
_GUESSES: Mapping[GuessWord, str] = {"person": HERE, "program": FOLLOWER, "not-sure": SOFT}
_RIGHT: Mapping[PartnerKind, GuessWord] = {"person": "person", "agent": "program"}


def guesses(material: Material) -> FigureRows:
    """What partners were taken for, by what they were."""
    told = _guesses(material)
    rows = FigureRows()
    for partner in PARTNERS:
        for guess, color in _GUESSES.items():
            those = [each for kind, each in told if (kind, each.guess) == (partner, guess)]
            sure = [each.sure for each in those if each.sure is not None]
            rows.append({"partner": partner, "guess": guess, "count": len(those)})
            rows[-1] |= {"sure": fmean(sure) if sure else None}
            if told:
                rows[-1] |= {"label": f"{partner}, taken for", "series": guess, "color": color}
    return rows


def right_guesses(material: Material) -> FigureRows:
    """How often that was right, in percent."""
    told, rows = _guesses(material), FigureRows()
    for partner in PARTNERS:
        those = [each.guess == _RIGHT[partner] for kind, each in told if kind == partner]
        rows.append({"partner": partner, "count": len(those)})
        rows[-1] |= Estimate()._asdict()
        if those:
            right = Share(sum(those), len(those))
            found = Estimate(*(100 * share for share in (right.value, *right.interval)))
            rows[-1] |= found._asdict() | PARTNER_LOOKS[partner]
    return rows


def _guesses(material: Material) -> list[tuple[PartnerKind, PartnerGuess]]:
    return [pair for each in material.people for pair in partner_guesses(each)]


def partner_guesses(participation: Participation) -> Iterator[tuple[PartnerKind, PartnerGuess]]:
    """What a partner was and what it was taken for, where it is known which one was meant."""
    for visit in participation.visits:
        for line in visit.entries:
            if isinstance(line.entry, StepAnswered):
                partner = _partner(visit, line.entry.game_id)
                for answer in line.entry.answers.values():
                    if isinstance(answer, PartnerGuess) and partner is not None:
                        yield partner, answer


def _partner(visit: VisitSpan, game_id: str | None) -> PartnerKind | None:
    """The partner of a game; without one, that of all games if it was always the same."""
    games = [line.entry for line in visit.entries if isinstance(line.entry, GamePlayed)]
    kinds = {game.partner for game in games if game_id in (None, game.game_id)}
    return kinds.pop() if len(kinds) == 1 else None


def funnel(material: Material) -> FigureRows:
    """Who reached which step in the first visit, and who stopped there."""
    came = [each.visits[0] for each in material.people if each.visits]
    reached = Counter(step for visit in came for step in {span.step for span in visit.steps})
    stopped = _stops(came)
    rows = FigureRows()
    for step in (step.id for step in material.study.steps):
        how = [f"{n:,} {end.replace('-', ' ')}" for end, n in sorted(stopped[step].items())]
        rows.append({"step": step, "reached": reached[step], "stopped": stopped[step].total()})
        rows[-1] |= {"how": ", ".join(how) or None}
        if came:
            share = f"{reached[step]:,}\u00a0({reached[step] / len(came):.0%})"
            rows[-1] |= {"label": step, "value": reached[step], "note": share, "color": HERE}
    return rows


def _stops(visits: Sequence[VisitSpan]) -> Mapping[str, Counter[str]]:
    """How visits ended that were not finished, by the last step that they reached."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for visit in visits:
        if visit.end != "finished" and visit.steps:
            found[visit.steps[-1].step][visit.end or LOST] += 1
    return found


def step_times(material: Material) -> FigureRows:
    """How long each step took, in seconds."""
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    for span in (span for each in material.people for visit in each.visits for span in visit.steps):
        seconds[span.step].append(span.seconds)
    rows = FigureRows()
    for step in (step.id for step in material.study.steps if seconds[step.id]):
        some = seconds[step]
        low, middle, high = quantiles(some, n=4, method="inclusive") if some[1:] else some * 3
        rows.append({"step": step, "visits": len(some)})
        rows[-1] |= {"low": low, "median": middle, "high": high}
        rows[-1] |= {"label": step, "value": middle, "note": duration(middle), "color": HERE}
    return rows


def pay(material: Material) -> FigureRows:
    """For what was earned."""
    cents: Counter[str] = Counter()
    for each in material.people:
        for line in account(material.study, each.story).lines:
            cents[line.kind] += line.cents
    rows: FigureRows = [{"kind": kind, "cents": cents[kind]} for kind in get_args(LineKind)]
    for kind, row in zip(get_args(LineKind), rows, strict=True):
        if cents[kind] > 0:
            row |= {"label": kind.replace("-", " "), "value": cents[kind], "color": HERE}
            row |= {"note": f"{money(cents[kind])} {material.study.pay.currency}"}
    return rows


def pay_summary(material: Material) -> FigureRows:
    """How much was earned, paid and due, and earned an hour."""
    accounts = [account(material.study, each.story) for each in material.people]
    hours = [sum(v.seconds for v in each.visits) / 3600 for each in material.people]
    earned = [each.total for each in accounts if each.total]
    hourly = [e.total / time for e, time in zip(accounts, hours, strict=True) if e.total and time]
    found = {
        "earned altogether": sum(earned),
        "paid": sum(each.paid for each in accounts),
        "due": sum(each.due for each in accounts),
        f"median of the {len(earned):,} who earned something": median(earned) if earned else None,
        "median an hour of theirs": median(hourly) if hourly else None,
    }
    return [{"kind": kind, "cents": None if n is None else round(n)} for kind, n in found.items()]


VISIT_ROWS = (guesses, right_guesses, funnel, step_times, pay, pay_summary)
