"""Many questions of each kind, for tests to look at."""

import random
from functools import cache

from cerealbar.game import PAPER, Cancelling, Rules
from cerealbar.studies.quiz.kinds import kinds_by_topic
from cerealbar.studies.quiz.question import QuestionDraft, QuizSetting
from cerealbar.views import CAMERA_SIGHT

OTHER_RULES = {
    "paper": PAPER,
    "odd": Rules(
        leader_steps=0,
        follower_steps=1,
        half_turns=7,
        extra_half_turns=(3,),
        cards=3,
        follower_seconds=12.5,
        cancelling=Cancelling.OWN_TURN,
    ),
    "endless": Rules(half_turns=None, leader_steps=999, cancelling=Cancelling.ANY_TURN, cards=32),
    "sudden": Rules(half_turns=1, extra_half_turns=(), leader_steps=1, follower_steps=1),
    "equal": Rules(half_turns=2, leader_steps=6, follower_steps=6, extra_half_turns=(2, 0)),
}
KINDS = tuple(name for kinds in kinds_by_topic(PAPER).values() for name in kinds)


@cache
def drafts(kind: str, rules: Rules = PAPER, count: int = 12) -> tuple[QuestionDraft, ...]:
    """Questions of a kind, none if it is not asked under the rules."""
    found = [kinds[kind] for kinds in kinds_by_topic(rules).values() if kind in kinds]
    return tuple(
        make(QuizSetting(random.Random(seed), rules, CAMERA_SIGHT))
        for make in found
        for seed in range(count)
    )
