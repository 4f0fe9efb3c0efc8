"""A ledger for people to read: what each entry says, and the texts that it holds."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from msgspec import structs

from cerealbar.server.store import Ledger
from cerealbar.studies import entries as told
from cerealbar.studies.entries import StudyEntry
from cerealbar.studies.participations import BY_OTHERS, TASK_TEXT, redactions
from cerealbar.studies.questionnaires import FreeTextItem
from cerealbar.studies.study import Study


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
    kind: str
    facts: str
    """What it says, as the ledger names it."""
    texts: tuple[ToldText, ...]


def tell_ledger(study: Study, ledger: Ledger) -> list[ToldLine]:
    """A ledger line by line; what was redacted stands as it does in exports."""
    instead = redactions(ledger)
    return [
        ToldLine(
            line.number,
            line.wall,
            not isinstance(line.entry, BY_OTHERS),
            str(line.entry.__struct_config__.tag),
            _facts(line.entry),
            tuple(
                replace(text, text=instead[line.number, text.item], is_redacted=True)
                if (line.number, text.item) in instead
                else text
                for text in _texts(study, line.entry)
            ),
        )
        for line in ledger
    ]


def free_texts(study: Study, entry: StudyEntry) -> list[str]:
    """The items of an entry that are in the participant's own words."""
    return [text.item for text in _texts(study, entry) if text.is_free]


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


def _facts(entry: StudyEntry) -> str:
    """What an entry holds, but for what stands beside it as a text."""
    shown = {name: value for name, value in structs.asdict(entry).items() if value not in ("", ())}
    shown.pop("form_id", None)
    if isinstance(entry, told.StepAnswered):
        del shown["answers"]
    elif isinstance(entry, told.TaskDone):
        shown.pop("text", None)
    return ", ".join(f"{name} {value}" for name, value in shown.items() if value is not None)
