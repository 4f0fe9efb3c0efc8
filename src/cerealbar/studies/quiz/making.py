"""Making a quiz from a seed."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, cycle, islice, zip_longest

from cerealbar.game import Rules
from cerealbar.studies.quiz.kinds import VARIED, kinds_by_topic
from cerealbar.studies.quiz.question import Question, QuestionDraft, QuestionKind, QuizSetting
from cerealbar.views import CAMERA_SIGHT, Sight


def make_quiz(
    seed: int, count: int, rules: Rules, sight: Sight = CAMERA_SIGHT
) -> tuple[Question, ...]:
    """So many questions about a game of some rules; the same seed gives the same ones."""
    chance = random.Random(f"quiz {seed}")
    chosen = list(islice(_dealt_kinds(chance, rules), count))
    chance.shuffle(chosen)
    setting = QuizSetting(chance, rules, sight)
    used: Counter[int] = Counter()
    return tuple(_arranged(name, kind(setting), chance, used) for name, kind in chosen)


def _dealt_kinds(chance: random.Random, rules: Rules) -> Iterator[tuple[str, QuestionKind]]:
    """Kinds in any order, the topics in turn, each kind once; then those that vary, without end."""
    topics = [list(kinds.items()) for kinds in kinds_by_topic(rules).values()]
    for kinds in topics:
        chance.shuffle(kinds)
    once = [kind for round_ in zip_longest(*topics) for kind in round_ if kind is not None]
    return chain(once, cycle([kind for kind in once if kind[0] in VARIED]))


def _arranged(
    name: str, draft: QuestionDraft, chance: random.Random, used: Counter[int]
) -> Question:
    """The question with its answers in some order.

    The right one stands where it was `used` to stand least, so that no place is a good guess.
    """
    answers = chance.sample(draft.wrong, len(draft.wrong))
    places = range(len(answers) + 1)
    least = min(used[place] for place in places)
    right = chance.choice([place for place in places if used[place] == least])
    used[right] += 1
    answers.insert(right, draft.right)
    return Question(
        kind=name,
        text=draft.text,
        answers=tuple(answers),
        right=right,
        explanation=draft.explanation,
        picture=draft.picture,
    )
