"""How well a scripted leader plays: from the best it can down to a beginner."""

import random
from dataclasses import dataclass, replace

TURNING_AROUND = 3
"""What a step backward costs people, who rather turn around than walk backward far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """What a leader pays attention to; each probability is drawn anew every turn."""

    misjudgement: float = 0.0
    """Standard deviation, in half-turns, of how wrong each set is weighed."""
    looks_ahead: float = 1.0
    """How likely it makes use of steps that this set leaves for the next one."""
    keeps_busy: float = 1.0
    """How likely it sends another instruction when the first leaves the follower steps."""
    walks: float = 1.0
    """How likely it walks in a turn at all."""
    leaves_sets: float = 0.0
    """How likely it leaves all cards of a set to the follower; drawn once for each set."""
    joins_cards: float = 1.0
    """How likely cards that the follower reaches in one turn share an instruction."""
    overestimates: float = 0.0
    """Up to what part of a turn's steps it supposes too many when it joins cards."""
    landmarks: float = 0.0
    """How likely it sends the follower to a landmark rather than beside a card."""
    lets_wait: float = 0.0
    """How likely the follower is told to wait, rather than to go ahead, when it has no work."""
    backward: int = 1
    """What a step backward costs it, and the follower as it supposes."""


PERFECT = Skill()
AVERAGE = Skill(
    misjudgement=3.0,
    looks_ahead=0.25,
    keeps_busy=0.3,
    walks=0.7,
    leaves_sets=0.3,
    joins_cards=0.6,
    overestimates=2.0,
    landmarks=0.3,
    lets_wait=0.3,
    backward=TURNING_AROUND,
)
EXPERT = replace(
    AVERAGE,
    misjudgement=2.0,
    looks_ahead=0.4,
    keeps_busy=0.45,
    walks=0.85,
    leaves_sets=0.2,
    overestimates=1.0,
    lets_wait=0.2,
)
NOVICE = replace(
    AVERAGE,
    misjudgement=6.0,
    looks_ahead=0.1,
    keeps_busy=0.2,
    walks=0.4,
    leaves_sets=0.4,
    joins_cards=0.5,
    overestimates=3.0,
    lets_wait=0.4,
)


def person_skill(rng: random.Random, is_expert: bool) -> Skill:
    """The skill of one person of the paper's two pools (Appendix C)."""
    talent = rng.betavariate(1.5, 1.1) if is_expert else 0.0
    return Skill(
        misjudgement=0.1 if is_expert else rng.uniform(3.0, 9.0),
        looks_ahead=0.9 * talent * talent,
        keeps_busy=0.1 + 0.7 * talent,
        walks=rng.uniform(0.6, 0.7) + 0.3 * talent if is_expert else rng.uniform(0.0, 0.4),
        leaves_sets=rng.uniform(0.15, 0.5),
        joins_cards=rng.uniform(0.25, 0.85),
        overestimates=rng.uniform(0.5, 4.0),
        landmarks=rng.uniform(0.1, 0.5),
        lets_wait=rng.uniform(0.4, 0.8),
        backward=TURNING_AROUND,
    )
