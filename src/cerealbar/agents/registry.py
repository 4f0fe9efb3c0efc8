"""Players by name."""

import random
from collections.abc import Callable, Mapping
from typing import TypeVar

from cerealbar.agents.authors import PooledAuthors
from cerealbar.agents.oracle import Oracle
from cerealbar.agents.protocol import Follower, Leader
from cerealbar.agents.random_agents import RandomFollower, RandomLeader
from cerealbar.agents.rule_based import RuleBasedFollower
from cerealbar.agents.scripted_leader import ScriptedLeader
from cerealbar.agents.simulated_follower import SimulatedFollower, errors_of
from cerealbar.agents.skill import AVERAGE, EXPERT, NOVICE, PERFECT, Skill
from cerealbar.game import CerealBarError
from cerealbar.language import Style, population

Made = TypeVar("Made")


class UnknownPlayerError(CerealBarError, LookupError):
    """No player has that name."""


def _leader(seed: int, name: str, skill: Skill = PERFECT) -> ScriptedLeader:
    """A scripted leader who writes as people do, in each game as another person."""
    return ScriptedLeader(seed, skill, PooledAuthors(seed), name=name)


def _following_person(seed: int) -> SimulatedFollower:
    rng = random.Random(f"person {seed}")
    style: Style = rng.choice(population())
    return SimulatedFollower(seed, errors_of(rng, style.is_expert))


FOLLOWERS: Mapping[str, Callable[[int], Follower]] = {
    "oracle": lambda _: Oracle(),
    "person": _following_person,
    "random": RandomFollower,
    "rule-based": lambda _: RuleBasedFollower(),
    "simulated": SimulatedFollower,
}
"""Who can follow: what makes a follower of a seed."""
TEXT_FOLLOWERS = ("rule-based", "random")
"""Followers that can play with a person, since they need no more than the words."""
LEADERS: Mapping[str, Callable[[int], Leader]] = {
    "average": lambda seed: _leader(seed, "average", AVERAGE),
    "expert": lambda seed: _leader(seed, "expert", EXPERT),
    "novice": lambda seed: _leader(seed, "novice", NOVICE),
    "random": RandomLeader,
    "scripted": lambda seed: _leader(seed, "scripted"),
    "scripted-plain": lambda seed: ScriptedLeader(seed, name="scripted-plain"),
}
"""Who can lead: what makes a leader of a seed. All but two write as people do; the plain one names
cards in fixed words."""


def make_follower(name: str, seed: int = 0) -> Follower:
    """The follower of a name.

    Raises:
        UnknownPlayerError: there is none.
    """
    return _find(FOLLOWERS, name, "follower")(seed)


def make_leader(name: str, seed: int = 0) -> Leader:
    """The leader of a name.

    Raises:
        UnknownPlayerError: there is none.
    """
    return _find(LEADERS, name, "leader")(seed)


def _find(
    known: Mapping[str, Callable[[int], Made]], name: str, role: str
) -> Callable[[int], Made]:
    try:
        return known[name]
    except KeyError:
        names = ", ".join(sorted(known))
        raise UnknownPlayerError(f"{name!r} is no {role}: expected one of {names}") from None
