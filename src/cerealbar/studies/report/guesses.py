"""Who was it? What participants took their partners for, beside what these were."""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import get_args

from cerealbar.evaluation.shares import Share
from cerealbar.records.report.plots import SOFT, Bar, bars
from cerealbar.studies.entries import GamePlayed, StepAnswered
from cerealbar.studies.participations import Participation, VisitSpan
from cerealbar.studies.questionnaires import GuessWord, PartnerGuess
from cerealbar.studies.report.comparing import PARTNER
from cerealbar.studies.report.figures import (
    NOTHING,
    ShownTable,
    StudyFigure,
    counted,
    percent,
)
from cerealbar.studies.report.material import PARTNERS, Material
from cerealbar.studies.report.plots import PARTNER_COLORS, shares
from cerealbar.studies.study import PartnerKind
from cerealbar.studies.tables import StudyTable, TableColumn, TableRow, make_table

TrueGuess = tuple[PartnerKind, PartnerGuess]
"""What a partner was, and what it was taken for."""
_GUESSES: tuple[GuessWord, ...] = get_args(GuessWord)
_RIGHT: dict[PartnerKind, GuessWord] = {"person": "person", "agent": "program"}
_COLORS = {
    "person": PARTNER_COLORS["person"],
    "program": PARTNER_COLORS["agent"],
    "not sure": SOFT,
}
_NONE = "Nobody was asked about a partner of whom it is known what it was."
_GUESS = TableColumn("guess", "text", "what the participant took it for")
_COUNT = TableColumn("count", "whole", "how often")


def guess_figures(material: Material) -> tuple[StudyFigure, ...]:
    """True partners by what they were taken for, and how sure people were."""
    told = [pair for each in material.people for pair in partner_guesses(each)]
    return _confusion(told), _sureness(told)


def partner_guesses(participation: Participation) -> Iterator[TrueGuess]:
    """What a participant took partners for, where it is known which partner was meant."""
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


def _confusion(told: Sequence[TrueGuess]) -> StudyFigure:
    counts = Counter((partner, each.guess) for partner, each in told)
    wholes = {
        f"{partner}, taken for": {_words(guess): counts[partner, guess] for guess in _GUESSES}
        for partner in PARTNERS
    }
    rows: list[TableRow] = [
        {"partner": partner, "guess": guess, "count": counts[partner, guess]}
        for partner in PARTNERS
        for guess in _GUESSES
    ]
    about = "What partners were taken for, by what they were."
    return StudyFigure(
        title="What partners were taken for",
        caption="By what they were, over all answers to the question.",
        data=make_table("guesses", about, (PARTNER, _GUESS, _COUNT), rows),
        plot=shares(wholes, _COLORS) if told else None,
        shown=ShownTable(
            ("partner was", *map(_words, _GUESSES), "right"),
            [_confusion_row(counts, partner) for partner in PARTNERS],
        )
        if told
        else None,
        notice="" if told else _NONE,
    )


def _confusion_row(
    counts: Counter[tuple[PartnerKind, GuessWord]], partner: PartnerKind
) -> list[str]:
    total = sum(counts[partner, guess] for guess in _GUESSES)
    right = Share(counts[partner, _RIGHT[partner]], total)
    low, high = map(percent, right.interval)
    cells = [counted(counts[partner, guess], total) for guess in _GUESSES]
    shown = f"{percent(right.value)}\u00a0[{low},\u00a0{high}]" if total else NOTHING
    return [partner, *cells, shown]


def _sureness(told: Sequence[TrueGuess]) -> StudyFigure:
    sure = {
        (partner, guess): [
            each.sure
            for which, each in told
            if (which, each.guess) == (partner, guess) and each.sure is not None
        ]
        for partner in PARTNERS
        for guess in _GUESSES
    }
    drawn = [
        Bar(f"{partner}, taken for {guess}", fmean(found), f"{fmean(found):.1f} of {len(found):,}")
        for (partner, guess), found in sure.items()
        if found
    ]
    return StudyFigure(
        title="How sure participants were",
        caption="From 1, hardly, to 5, completely; means, and of how many answers.",
        data=_sureness_data(sure),
        plot=bars(drawn) if drawn else None,
        notice="" if drawn else _NONE,
    )


def _sureness_data(sure: dict[tuple[PartnerKind, GuessWord], list[int]]) -> StudyTable:
    rows: list[TableRow] = [
        {
            "partner": partner,
            "guess": guess,
            "count": len(found),
            "mean": round(fmean(found), 4) if found else None,
        }
        for (partner, guess), found in sure.items()
    ]
    mean = TableColumn("mean", "number", "how sure, from 1 to 5, on average")
    about = "How sure participants were of what their partners were."
    return make_table("sureness", about, (PARTNER, _GUESS, _COUNT, mean), rows)


def _words(guess: GuessWord) -> str:
    return guess.replace("-", " ")
