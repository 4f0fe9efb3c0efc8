"""A ledger for people to read: a sentence for each entry, and the texts that it holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from cerealbar.server.store import Ledger
from cerealbar.studies import entries as told
from cerealbar.studies.entries import StudyEntry
from cerealbar.studies.export.writing import TASK_TEXT, redactions
from cerealbar.studies.participations import BY_OTHERS
from cerealbar.studies.pay import money
from cerealbar.studies.questionnaires import FreeTextItem
from cerealbar.studies.study import Study

_HOW = {
    "played": "to its end",
    "partner-left": "until the partner left",
    "left": "and left it",
    "broken": "until the server could not go on",
}
_AGAIN = "opened the study again: visit {}"
_PARTNERS = {"person": "a person", "agent": "an agent"}
_SENTENCES: Mapping[type[StudyEntry], str] = {
    told.Arrived: "{came}",
    told.Reached: "came to {0.step}",
    told.StepAnswered: "answered {0.step}{about}",
    told.QuizTaken: "{passed} {0.step}: {0.right} of {count} right",
    told.TutorialOpened: "began the tutorial {0.step}",
    told.TutorialDone: "completed the tutorial {0.step}",
    told.TaskDone: "did task {0.task} of {0.step} in {0.seconds:.0f} s",
    told.Ended: "reached the end: {0.how}{code}",
    told.Drawn: "was drawn for {0.treatment} as {0.role} with {partner}",
    told.PlaceTaken: "took the {0.role}'s seat in game {0.game_id}",
    told.WaitEnded: "waited {0.seconds:.0f} s, and nobody came",
    told.GamePlayed: "played game {0.game_id} {how}, as {0.role} with {partner}, points: {0.score}",
    told.PoolChanged: "{changed} the pool {0.pool}{by}",
    told.Excluded: "was excluded: {0.reason}",
    told.Compensated: "gets {amount} more: {0.reason}",
    told.Paid: "was paid {amount} in batch {0.batch}",
    told.Messaged: "was told: {0.text}",
    told.Redacted: "had {0.item} of entry {0.number} redacted",
}
"""What happened, in a few words of which the participant is the subject."""


@dataclass(frozen=True, slots=True)
class ToldText:
    """An answer, or a text of the participant's own."""

    item: str
    asked: str
    """The question; empty for a text that answers none."""
    text: str
    is_free: bool
    """Whether it is in the participant's own words, and may have to be redacted."""
    is_redacted: bool = False


@dataclass(frozen=True, slots=True)
class ToldLine:
    """An entry of a ledger."""

    number: int
    wall: float
    is_own: bool
    """Whether the participant itself did it."""
    sentence: str
    texts: tuple[ToldText, ...]


def tell_ledger(study: Study, ledger: Ledger) -> list[ToldLine]:
    """A ledger line by line; what was redacted stands as it does in exports."""
    instead = redactions(ledger)
    return [
        ToldLine(
            line.number,
            line.wall,
            not isinstance(line.entry, BY_OTHERS),
            sentence(line.entry, study.pay.currency),
            tuple(
                _redacted(text, instead.get((line.number, text.item)))
                for text in _texts(study, line.entry)
            ),
        )
        for line in ledger
    ]


def free_texts(study: Study, entry: StudyEntry) -> list[str]:
    """The items of an entry that are in the participant's own words."""
    return [text.item for text in _texts(study, entry) if text.is_free]


def _redacted(text: ToldText, instead: str | None) -> ToldText:
    return text if instead is None else replace(text, text=instead, is_redacted=True)


def _texts(study: Study, entry: StudyEntry) -> Iterator[ToldText]:
    match entry:
        case told.StepAnswered(step=step, answers=answers):
            at = study.step(step)
            items = {item.id: item for item in (at.items(study) if at else ())}
            for item, value in answers.items():
                asked = items.get(item) or FreeTextItem(id=item, text=item)
                is_free = isinstance(asked, FreeTextItem) and isinstance(value, str)
                yield ToldText(item, asked.text, asked.words(value), is_free)
        case told.TaskDone(text=text) if text:
            yield ToldText(TASK_TEXT, "", text, is_free=True)


def sentence(entry: StudyEntry, currency: str) -> str:
    """What happened, in a few words of which the participant is the subject."""

    def of(name: str, words: str) -> str:
        value = getattr(entry, name, None)
        return words.format(value) if value else ""

    return _SENTENCES.get(type(entry), "{0}").format(
        entry,
        came="came" if getattr(entry, "window", 1) == 1 else of("visit", _AGAIN),
        about=of("game_id", " about game {}"),
        passed="passed" if getattr(entry, "is_passed", False) else "did not pass",
        count=len(getattr(entry, "answers", ())),
        code=of("code", ", with the code {}"),
        how=_HOW.get(getattr(entry, "how", ""), ""),
        partner=_PARTNERS.get(getattr(entry, "partner", ""), ""),
        changed="joined" if getattr(entry, "is_member", False) else "was taken out of",
        by=of("by", " ({})"),
        amount=f"{money(getattr(entry, 'cents', 0))} {currency}",
    )
