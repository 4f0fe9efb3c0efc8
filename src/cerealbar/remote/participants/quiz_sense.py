"""What simulated people know about the game, and how they answer a quiz with it.

Nobody knows the seed of the own quiz, from which the right answers follow. Questions that always
have the same answer are learned from other quizzes under the same rules; questions about cards are
told from the words of the picture's title. What only the picture shows is guessed.
"""

import random
import re
from collections.abc import Mapping, Sequence
from itertools import combinations

from cerealbar.game import CARDS, Card, Rules, is_set
from cerealbar.studies.quiz import make_quiz
from cerealbar.views.text import card_words
from cerealbar.wire.visits import QuestionAsked

LESSONS = 4
"""Quizzes from which facts are learned."""
_QUESTIONS = 30
_CARDS_BY_WORDS: Mapping[str, Card] = {card_words(card): card for card in CARDS}
_CARD = re.compile("|".join(sorted(_CARDS_BY_WORDS, key=len, reverse=True)))
_TITLE = re.compile("<title>(.*?)</title>", re.S)
_ATTRIBUTES = ("count", "colour", "shape")


class QuizSense:
    """Knows the game of some rules."""

    def __init__(self, rules: Rules) -> None:
        """Learn from quizzes that nobody is asked."""
        found: dict[str, set[str]] = {}
        for seed in range(LESSONS):
            for question in make_quiz(seed, _QUESTIONS, rules):
                found.setdefault(question.text, set()).add(question.answers[question.right])
        self._facts = {text: right.pop() for text, right in found.items() if len(right) == 1}

    def right_answer(self, asked: QuestionAsked) -> str | None:
        """What is right; None where only the picture tells."""
        cards = _cards_in(asked.picture)
        if len(cards) == 3:
            return _about_three(cards, asked.answers)
        if len(cards) > 3:
            pair = cards[:2]
            fitting = [card for card in cards[2:] if is_set(*_kinds([*pair, card]))]
            return _capital(card_words(fitting[0])) if len(fitting) == 1 else None
        return self._facts.get(asked.text)

    def answers(
        self, questions: Sequence[QuestionAsked], knows: float, rng: random.Random
    ) -> tuple[int, ...]:
        """One answer to each question; what is known is given so likely."""
        return tuple(self._answer(asked, knows, rng) for asked in questions)

    def _answer(self, asked: QuestionAsked, knows: float, rng: random.Random) -> int:
        right = self.right_answer(asked)
        if right in asked.answers and rng.random() < knows:
            return asked.answers.index(right)
        return rng.randrange(len(asked.answers))


def _cards_in(picture: str) -> list[Card]:
    """The cards that a picture's title names, in order."""
    title = _TITLE.search(picture)
    return [] if title is None else [_CARDS_BY_WORDS[word] for word in _CARD.findall(title[1])]


def _about_three(cards: list[Card], answers: Sequence[str]) -> str | None:
    """The answer that says whether they are a set, or what two of them share."""
    if is_set(*_kinds(cards)):
        return next((answer for answer in answers if answer.startswith("Yes")), None)
    shared = {
        name
        for one, other in combinations(cards, 2)
        for name in _ATTRIBUTES
        if getattr(one, name) == getattr(other, name)
    }
    return next((answer for answer in answers if answer.rsplit(" ", 1)[-1] in shared), None)


def _kinds(cards: Sequence[Card]) -> list[int]:
    return [card.kind for card in cards]


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
