"""Questionnaires: what participants are asked beside the games, and what counts as an answer.

A study's TOML files hold them; what comes from a page is checked here, item by item.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Any, Literal, NoReturn, TypeAlias

import msgspec
from msgspec import Meta

from cerealbar.studies.errors import AnswerError, StudyError
from cerealbar.wire.visits import ItemAsked

MAX_TEXT_LENGTH = 10_000
"""Characters in any free text, whatever a questionnaire allows."""
_JOINERS = "\u200c\u200d"
"""Characters without a shape of their own that words in some scripts need."""
_LINE_BREAKS = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_MOST_SHOWN = 60
_SHOWN = ItemAsked.__struct_fields__

ItemId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,39}$(?!\n)")]
"""Letters, digits and dashes."""
ItemText = Annotated[str, Meta(min_length=1, max_length=1000)]
Label = Annotated[str, Meta(min_length=1, max_length=200)]
GuessWord: TypeAlias = Literal["person", "program", "not-sure"]
Sureness: TypeAlias = Annotated[int, Meta(ge=1, le=5)]


class PartnerGuess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a participant takes the partner for."""

    guess: GuessWord
    sure: Sureness | None = None
    """From 1, hardly, to 5, completely; None for those who are not sure at all."""

    def __post_init__(self) -> None:
        if (self.sure is None) != (self.guess == "not-sure"):
            raise AnswerError("'sure' must be there with person and program, and only with them")


AnswerValue: TypeAlias = str | int | tuple[str, ...] | PartnerGuess
"""A free text or an option; a point of a scale; several options; a guess."""


class _Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all items share."""

    id: ItemId
    text: ItemText
    is_required: bool = True

    def asked(self) -> ItemAsked:
        """The item as a page is shown it."""
        told = {name: getattr(self, name) for name in self.__struct_fields__ if name in _SHOWN}
        kind: Any = self.__struct_config__.tag  # which is a word of ItemKind
        return ItemAsked(kind=kind, **told)

    def words(self, answer: AnswerValue) -> str:
        """An answer for people to read."""
        return str(answer)

    def refuse(self, value: object, expected: str) -> NoReturn:
        """Say that a value is no answer to this item."""
        shown = repr(value)
        if len(shown) > _MOST_SHOWN:
            shown = shown[:_MOST_SHOWN] + "…"
        raise AnswerError(f"{shown} does not answer {self.id!r}: expected {expected}")


class FreeTextItem(_Asked, frozen=True, tag="free-text", tag_field="kind"):
    """A text in the participant's own words."""

    max_length: Annotated[int, Meta(ge=1, le=MAX_TEXT_LENGTH)] = 2000
    """Characters, line breaks included."""

    def check(self, value: object) -> str | None:
        """The text without what cannot be shown; None if nothing is left."""
        if not isinstance(value, str):
            self.refuse(value, f"a text of up to {self.max_length} characters")
        text = clean_text(value)
        if len(text) > self.max_length:
            self.refuse(value, f"up to {self.max_length} characters, not {len(text)}")
        return text or None


class ChoiceItem(_Asked, frozen=True, tag="choice", tag_field="kind"):
    """One of several options, or any number of them."""

    options: Annotated[tuple[Label, ...], Meta(min_length=2, max_length=30)]
    several: bool = False

    def __post_init__(self) -> None:
        if twice := _repeated(self.options):
            raise StudyError(f"item {self.id!r} cannot have the option {twice!r} twice")

    def asked(self) -> ItemAsked:
        """With how many of its options may be chosen."""
        return msgspec.structs.replace(_Asked.asked(self), is_several=self.several)

    def words(self, answer: AnswerValue) -> str:
        """The options with commas between."""
        return ", ".join(answer) if isinstance(answer, tuple) else str(answer)

    def check(self, value: object) -> str | tuple[str, ...] | None:
        """The option; or those that were chosen, in the item's order, None if there are none."""
        if not self.several:
            return value if value in self.options else self.refuse(value, self._one())
        if not isinstance(value, list | tuple):
            self.refuse(value, f"a list, each {self._one()}")
        for option in value:
            if option not in self.options:
                self.refuse(option, self._one())
        if twice := _repeated(value):
            self.refuse(value, f"{twice!r} once")
        return tuple(option for option in self.options if option in value) or None

    def _one(self) -> str:
        return f"one of {', '.join(self.options)}"


class ScaleItem(_Asked, frozen=True, tag="scale", tag_field="kind"):
    """A point on a scale between two labels."""

    low: Label
    """What the first point means."""
    high: Label
    """What the last point means."""
    points: Annotated[int, Meta(ge=2, le=11)] = 5

    def check(self, value: object) -> int:
        """The point, from 1."""
        if type(value) is not int or not 1 <= value <= self.points:
            self.refuse(value, f"a whole number from 1 to {self.points}")
        return value


class PartnerItem(_Asked, frozen=True, tag="partner", tag_field="kind"):
    """Whether the partner was a person or a program, and how sure the participant is."""

    text: ItemText = "Was your partner a person or a program?"

    def words(self, answer: AnswerValue) -> str:
        """The guess, and how sure."""
        if not isinstance(answer, PartnerGuess):
            return str(answer)
        return answer.guess + ("" if answer.sure is None else f", sure: {answer.sure} of 5")

    def check(self, value: object) -> PartnerGuess:
        """The guess."""
        try:
            return msgspec.convert(value, PartnerGuess)
        except msgspec.ValidationError:
            expected = "{'guess': 'person' or 'program', 'sure': 1 to 5} or {'guess': 'not-sure'}"
            self.refuse(value, expected)


QuestionnaireItem: TypeAlias = FreeTextItem | ChoiceItem | ScaleItem | PartnerItem


class Questionnaire(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Items on one page, in their order."""

    title: Annotated[str, Meta(max_length=200)]
    items: Annotated[tuple[QuestionnaireItem, ...], Meta(min_length=1, max_length=100)]

    def __post_init__(self) -> None:
        if twice := _repeated([item.id for item in self.items]):
            raise StudyError(f"questionnaire {self.title!r} cannot have the item {twice!r} twice")


def check_answers(
    questionnaire: Questionnaire, answers: dict[str, object]
) -> dict[str, AnswerValue]:
    """The answers from a page by item, cleaned, without those that were left out.

    Raises:
        AnswerError: something is no answer to its item, or a required one is missing.
    """
    if not isinstance(answers, dict):
        raise AnswerError(f"{type(answers).__name__} answers no questionnaire: expected an object")
    items = {item.id: item for item in questionnaire.items}
    for name in answers:
        if name not in items:
            known = ", ".join(items)
            raise AnswerError(f"{str(name)[:_MOST_SHOWN]!r} is no item: expected {known}")
    checked: dict[str, AnswerValue] = {}
    for item in questionnaire.items:
        value = answers.get(item.id)
        answer = None if value is None else item.check(value)
        if answer is not None:
            checked[item.id] = answer
        elif item.is_required:
            item.refuse(value, "an answer, as it is required")
    return checked


def clean_text(typed: str) -> str:
    """A text as it can be shown anywhere: lines without control and direction characters."""
    kept = (_clean_line(line) for line in _LINE_BREAKS.split(unicodedata.normalize("NFC", typed)))
    text = re.sub("\n{3,}", "\n\n", "\n".join(kept)).strip("\n")
    return text if any(letter.isprintable() and not letter.isspace() for letter in text) else ""


def _clean_line(line: str) -> str:
    kept = (
        letter if letter in _JOINERS or not unicodedata.category(letter).startswith("C") else " "
        for letter in line
    )
    return " ".join("".join(kept).split())


def _repeated(names: Iterable[str]) -> str | None:
    """The first of some names that is there more than once."""
    return next((name for name, count in Counter(names).items() if count > 1), None)
