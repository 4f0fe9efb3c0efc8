"""A ledger for people to read: a sentence for each entry, and the texts that it holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import msgspec

from cerealbar.server.store import Ledger
from cerealbar.studies import entries as told
from cerealbar.studies.entries import StudyEntry
from cerealbar.studies.export.answers import TASK_TEXT
from cerealbar.studies.participations import BY_OTHERS
from cerealbar.studies.pay import money
from cerealbar.studies.questionnaires import (
    AnswerValue,
    FreeTextItem,
    PartnerGuess,
    Questionnaire,
    QuestionnaireItem,
)
from cerealbar.studies.study import GamesStep, QuestionnaireStep, Study

_PARTS = {
    "played": "to its end",
    "partner-left": "until the partner left",
    "left": "and left it",
    "broken": "until the server could not go on",
}
_NO_QUESTIONS = Questionnaire(title="", items=())


@dataclass(frozen=True, slots=True)
class ToldText:
    """An answer, or a text of the participant's own."""

    item: str
    asked: str
    """The question; empty for a text that answers none."""
    text: str
    is_free: bool
    """Whether it is in the participant's own words, and may have to be redacted."""
    is_redacted: bool


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
    instead = {
        (line.entry.number, line.entry.item): line.entry.text
        for line in ledger
        if isinstance(line.entry, told.Redacted)
    }
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
    if instead is None:
        return text
    return ToldText(text.item, text.asked, instead, text.is_free, is_redacted=True)


def _texts(study: Study, entry: StudyEntry) -> Iterator[ToldText]:
    match entry:
        case told.StepAnswered(step=step, answers=answers):
            items = _items(study, step)
            for item, value in answers.items():
                asked = items.get(item)
                is_free = isinstance(asked, FreeTextItem | None) and isinstance(value, str)
                text = asked.text if asked else item
                yield ToldText(item, text, _answer(value), is_free, is_redacted=False)
        case told.TaskDone(text=text) if text:
            yield ToldText(TASK_TEXT, "", text, is_free=True, is_redacted=False)


def _items(study: Study, step: str) -> Mapping[str, QuestionnaireItem]:
    """What is asked at a step, by id."""
    match study.step(step):
        case QuestionnaireStep(file=name) | GamesStep(after_each=str(name)):
            asked = study.questionnaires.get(name, _NO_QUESTIONS)
        case _:
            asked = _NO_QUESTIONS
    return {item.id: item for item in asked.items}


def _answer(value: AnswerValue) -> str:
    match value:
        case PartnerGuess(guess=guess, sure=None):
            return guess
        case PartnerGuess(guess=guess, sure=sure):
            return f"{guess}, sure: {sure} of 5"
        case tuple():
            return ", ".join(value)
        case _:
            return str(value)


def sentence(entry: StudyEntry, currency: str) -> str:
    """What happened, in a few words of which the participant is the subject."""
    match entry:
        case told.Arrived(visit=visit, window=window):
            return "came" if window == 1 else f"opened the study again: visit {visit}"
        case told.Reached(step=step):
            return f"came to {step}"
        case told.StepAnswered(step=step, game_id=None):
            return f"answered {step}"
        case told.StepAnswered(step=step, game_id=game_id):
            return f"answered {step} about game {game_id}"
        case told.QuizTaken(step=step, right=right, answers=answers, is_passed=is_passed):
            passed = "passed" if is_passed else "did not pass"
            return f"{passed} {step}: {right} of {len(answers)} right"
        case told.TutorialOpened(step=step):
            return f"began the tutorial {step}"
        case told.TutorialDone(step=step):
            return f"completed the tutorial {step}"
        case told.TaskDone(step=step, task=task, seconds=seconds):
            return f"did task {task} of {step} in {seconds:.0f} s"
        case told.Ended(how=how, code=code):
            return f"reached the end: {how}" + (f", with the code {code}" if code else "")
        case told.Drawn() | told.PlaceTaken() | told.WaitEnded() | told.GamePlayed():
            return _game_sentence(entry)
        case _:
            return _decision_sentence(entry, currency)


def _game_sentence(entry: told.Drawn | told.PlaceTaken | told.WaitEnded | told.GamePlayed) -> str:
    match entry:
        case told.Drawn(treatment=treatment, role=role, partner=partner):
            return f"was drawn for {treatment} as {role} with {_partner(partner)}"
        case told.PlaceTaken(role=role, game_id=game_id):
            return f"took the {role}'s seat in game {game_id}"
        case told.WaitEnded(seconds=seconds):
            return f"waited {seconds:.0f} s, and nobody came"
        case told.GamePlayed(game_id=game_id, role=role, partner=partner):
            return (
                f"played game {game_id} {_PARTS[entry.how]}, as {role} with "
                f"{_partner(partner)}, points: {entry.score}"
            )


def _partner(kind: str) -> str:
    return "a person" if kind == "person" else "an agent"


def _decision_sentence(entry: StudyEntry, currency: str) -> str:
    match entry:
        case told.PoolChanged(pool=pool, is_member=is_member, by=by):
            does = "joined" if is_member else "was taken out of"
            return f"{does} the pool {pool}" + (f" ({by})" if by else "")
        case told.Excluded(reason=reason):
            return f"was excluded: {reason}"
        case told.Compensated(cents=cents, reason=reason):
            return f"gets {money(cents)} {currency} more: {reason}"
        case told.Paid(cents=cents, batch=batch):
            return f"was paid {money(cents)} {currency} in batch {batch}"
        case told.Messaged(text=text):
            return f"was told: {text}"
        case told.Redacted(number=number, item=item):
            return f"had {item} of entry {number} redacted"
        case _:
            return str(msgspec.to_builtins(entry))
