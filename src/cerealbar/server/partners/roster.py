"""Which agents can play here, by name."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from cerealbar.agents import (
    EVERYTHING,
    FOLLOWERS,
    LEADERS,
    PARTIAL,
    WITHOUT_INTENTION,
    Need,
    PlayerError,
    UnknownPlayerError,
    check_name,
    check_needs,
    is_trained,
    player_names,
)
from cerealbar.game import PLAYERS, PlayerWord
from cerealbar.server.partners.asking import NamedAgent
from cerealbar.views import Sight

_OF_OTHERS = ("human", "person", "program", "nobody", "unknown")
"""Words by which rooms and records call whoever is no agent."""


def needs_met(sight: Sight | None) -> Need:
    """What a follower is given that sees with a sight, or everything with None."""
    return WITHOUT_INTENTION if sight is None else PARTIAL


def _lacks(follower: str, given: Need) -> bool:
    """Whether a follower is known to need more than is given."""
    return follower in FOLLOWERS and bool(FOLLOWERS[follower].needs & ~given)


class Roster:
    """The agents of a server."""

    def __init__(
        self,
        follower: str = "learned",
        leader: str = "scripted",
        followers: Mapping[str, str] = MappingProxyType({}),
        leaders: Mapping[str, str] = MappingProxyType({}),
        given: Need = WITHOUT_INTENTION,
    ) -> None:
        """`follower` and `leader` play unless someone else is named; `followers` and `leaders` are
        by names of this server's own, as the registry knows each; `given` is what followers are.

        Raises:
            PlayerError: somebody cannot play here, as far as can be told without importing it.
        """
        folder = ""  # of a trained follower, whose last part is its name
        if follower not in followers and is_trained(follower):
            folder = Path(follower).name
        self._own: dict[PlayerWord, Mapping[str, str]] = {
            "leader": leaders,
            "follower": {**followers, **({folder: follower} if folder else {})},
        }
        self._defaults: dict[PlayerWord, str] = {"leader": leader, "follower": folder or follower}
        self._given = given
        self._absent: set[tuple[PlayerWord, str]] = set()
        self._named: dict[tuple[PlayerWord, Need], tuple[str, ...]] = {}
        """Who can play a role with what is given: the disk tells, and is looked at once."""
        for role in PLAYERS:
            for source in (self.default(role), *self._own[role].values()):
                self._check_source(role, source)
            if taken := [name for name in self.names(role) if name.lower() in _OF_OTHERS]:
                raise PlayerError(
                    f"{taken[0]!r} cannot be the name of a {role} here: it tells that someone is "
                    "no agent"
                )

    def _check_source(self, role: PlayerWord, name: str) -> None:
        if name in self._own[role]:
            return
        check_name(role, name)
        if role == "follower" and name in FOLLOWERS:
            check_needs(name, FOLLOWERS[name].needs, self._given)

    def names(self, role: PlayerWord, given: Need | None = None) -> tuple[str, ...]:
        """Who can play a role with what is given, the default first."""
        given = (self._given if given is None else given) if role == "follower" else EVERYTHING
        if (role, given) not in self._named:
            self._named[role, given] = self._names(role, given)
        return tuple(name for name in self._named[role, given] if (role, name) not in self._absent)

    def _names(self, role: PlayerWord, given: Need) -> tuple[str, ...]:
        others = (*self._own[role], *player_names(role, given))
        default = self.default(role)
        is_able = default in others or role == "leader" or not _lacks(default, given)
        return tuple(dict.fromkeys((default, *others) if is_able else others))

    def default(self, role: PlayerWord) -> str:
        """Who plays a role unless someone else is named."""
        return self._defaults[role]

    def agent(self, role: PlayerWord, name: str) -> NamedAgent:
        """The agent of a name."""
        return NamedAgent(role, name, self._own[role].get(name, name))

    def agents(self) -> tuple[NamedAgent, ...]:
        """Everyone who is to be there before anyone asks, the defaults first: all but our own that
        need what is large to load, and are not the default."""
        found = [
            self.agent(role, name)
            for role in PLAYERS
            for name in self.names(role)
            if name in (self.default(role), *self._own[role]) or not _is_large(role, name)
        ]
        return tuple(sorted(found, key=lambda agent: agent.name != self.default(agent.role)))

    def dismiss(self, agent: NamedAgent) -> None:
        """Someone cannot play here, and is offered no more."""
        self._absent.add((agent.role, agent.name))

    def check(self, role: PlayerWord, name: str, given: Need | None = None) -> str:
        """The name, if someone has it; visitors cannot name a `module:factory`.

        Raises:
            UnknownPlayerError: nobody has.
        """
        if name not in (known := self.names(role, given)):
            names = ", ".join(sorted(known))
            raise UnknownPlayerError(f"{name!r} is no {role}: expected one of {names}")
        return name


def _is_large(role: PlayerWord, name: str) -> bool:
    own = FOLLOWERS.get(name) if role == "follower" else LEADERS.get(name)
    return own is not None and own.module is not None
