"""Questions as a study's folder has them, filled from the rules, and drawn for a try."""

import random
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import zip_longest
from string import Formatter
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from cerealbar.game import Rules
from cerealbar.studies.errors import AnswerError, StudyError
from cerealbar.studies.quiz.pictures import QuizPicture

QuizText = Annotated[str, Meta(max_length=1000)]
Answers = Annotated[tuple[QuizText, ...], Meta(max_length=10)]
Fact = str | bool
SHIPPED_QUESTIONS = "example/quiz.toml"


class Question(msgspec.Struct, frozen=True):
    """A question with its answers, one of which is right."""

    text: str
    answers: tuple[str, ...]
    right: int
    """The number of the right answer, from 0."""
    explanation: str
    """Why it is right."""
    picture: str = ""
    """SVG, or empty."""


class _QuestionWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a question says, and what a variant of it may say in its own way."""

    text: QuizText = ""
    answers: Answers = ()
    """In any order; those that are alike when they are filled from the rules count once."""
    right: QuizText = ""
    """One of the answers."""
    explanation: QuizText = ""
    picture: QuizPicture | None = None


class Variant(_QuestionWords, frozen=True, kw_only=True):
    """Another way to ask a question; what it does not say is as in the question."""


class QuizQuestion(_QuestionWords, frozen=True, kw_only=True):
    """A question of a study, of whose variants a try has at most one."""

    topic: Annotated[str, Meta(max_length=40)] = ""
    """Tries ask about the topics in turn."""
    only_if: dict[str, Fact] = {}
    """What must be so by the rules: see `facts`."""
    variants: tuple[Variant, ...] = ()

    def __post_init__(self) -> None:
        for asked in self.ways:
            if not (asked.text and asked.explanation):
                raise StudyError("a question needs a text and an explanation")
            if asked.right not in asked.answers:
                raise StudyError(
                    f"{asked.right!r} is right, but none of the answers of {asked.text!r}"
                )
            for text in (asked.text, asked.explanation, *asked.answers):
                _check_placeholders(text)
        if unknown := set(self.only_if) - set(facts(Rules())):
            raise StudyError(f"{min(unknown)!r} is no fact: expected {', '.join(facts(Rules()))}")

    @property
    def ways(self) -> tuple[Variant, ...]:
        """The ways to ask it."""
        own = _said(self)
        variants = self.variants or (Variant(),)
        return tuple(replace(Variant(), **own | _said(variant)) for variant in variants)

    def is_asked(self, rules: Rules) -> bool:
        """Whether it makes sense under some rules."""
        so = facts(rules)
        return all(so[name] == value for name, value in self.only_if.items())


class QuestionSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All questions of a quiz."""

    questions: Annotated[tuple[QuizQuestion, ...], Meta(min_length=1)]

    def under(self, rules: Rules) -> tuple[QuizQuestion, ...]:
        """Those that make sense under some rules."""
        return tuple(question for question in self.questions if question.is_asked(rules))

    def every_way(self, rules: Rules) -> Iterator[Question]:
        """All that can be asked under some rules, each way once."""
        for question in self.under(rules):
            for asked in question.ways:
                yield _filled(asked, rules, random.Random(0), Counter())

    def draw(self, seed: int, count: int, rules: Rules) -> tuple[Question, ...]:
        """Questions for a try: the same seed gives the same ones."""
        chance = random.Random(f"quiz {seed}")
        topics: dict[str, list[QuizQuestion]] = {}
        for question in self.under(rules):
            topics.setdefault(question.topic, []).append(question)
        for questions in topics.values():
            chance.shuffle(questions)
        dealt = [each for row in zip_longest(*topics.values()) for each in row if each is not None]
        chosen = dealt[:count]
        chance.shuffle(chosen)
        used: Counter[int] = Counter()
        return tuple(_filled(chance.choice(each.ways), rules, chance, used) for each in chosen)


def _said(asked: _QuestionWords) -> dict[str, object]:
    """What a question or a variant says of itself."""
    said = {name: getattr(asked, name) for name in _QuestionWords.__struct_fields__}
    return {name: value for name, value in said.items() if value}


def _check_placeholders(text: str) -> None:
    known = rule_words(Rules())
    try:
        names = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError as error:
        raise StudyError(f"{text!r} cannot be filled from the rules: {error}") from None
    if unknown := names - set(known):
        told = f"expected {', '.join(known)}"
        raise StudyError(f"{{{min(unknown)}}} is nothing that the rules say: {told}")


def _filled(
    asked: _QuestionWords, rules: Rules, chance: random.Random, used: Counter[int]
) -> Question:
    """A question under some rules, with its answers in some order.

    The right one stands where it was `used` to stand least, so that no place is a good guess.
    """
    words = rule_words(rules)
    right = asked.right.format(**words)
    others = [each.format(**words) for each in asked.answers]
    answers = [each for each in dict.fromkeys(others) if each != right]
    chance.shuffle(answers)
    places = range(len(answers) + 1)
    least = min(used[place] for place in places)
    place = chance.choice([place for place in places if used[place] == least])
    used[place] += 1
    answers.insert(place, right)
    return Question(
        text=asked.text.format(**words),
        answers=tuple(answers),
        right=place,
        explanation=asked.explanation.format(**words),
        picture="" if asked.picture is None else asked.picture.svg(),
    )


def facts(rules: Rules) -> dict[str, Fact]:
    """What `only_if` can ask about the rules."""
    is_endless = rules.half_turns is None
    return {
        "is_endless": is_endless,
        "adds_turns": not is_endless and any(rules.extra_half_turns[:1]),
        "cancelling": str(rules.cancelling),
    }


def rule_words(rules: Rules) -> Mapping[str, str]:
    """What stands for each placeholder of a text."""
    extra = rules.extra_half_turns[0] if rules.extra_half_turns else 0
    return {
        "leader_steps": _counted(rules.leader_steps, "step"),
        "follower_steps": _counted(rules.follower_steps, "step"),
        "leader_seconds": _counted(rules.leader_seconds, "second"),
        "follower_seconds": _counted(rules.follower_seconds, "second"),
        "cards": _counted(rules.cards, "card"),
        "turns": "no limit of turns" if rules.half_turns is None else _turns(rules.half_turns),
        "first_set_turns": _turns(extra, "more "),
    }


def _counted(number: float, what: str) -> str:
    return f"{number:g} {what}" if number == 1 else f"{number:g} {what}s"


def _turns(half_turns: int, more: str = "") -> str:
    """So many turns as players count them: each player's, if that is a whole number."""
    if half_turns % 2:
        return f"{_counted(half_turns, f'{more}turn')}, those of both players together"
    return f"{_counted(half_turns // 2, f'{more}turn')} for each player"


def right_answers(questions: Sequence[Question], answers: Sequence[int]) -> int:
    """How many answers are right, given as their numbers from 0.

    Raises:
        AnswerError: there is not one number in range for each question.
    """
    if len(answers) != len(questions):
        raise AnswerError(f"{len(answers)} answers cannot be graded: expected {len(questions)}")
    for number, (question, answer) in enumerate(zip(questions, answers, strict=True), start=1):
        if not 0 <= answer < len(question.answers):
            raise AnswerError(
                f"{answer} does not answer question {number}:"
                f" expected a whole number from 0 to {len(question.answers) - 1}"
            )
    return sum(
        question.right == answer for question, answer in zip(questions, answers, strict=True)
    )


@lru_cache(maxsize=1)
def shipped_questions() -> QuestionSet:
    """The questions that come with the package."""
    text = files("cerealbar.studies").joinpath(SHIPPED_QUESTIONS).read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), QuestionSet)
