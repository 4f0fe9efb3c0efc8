"""Which agents can play here, by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cerealbar.agents import LEADERS, TEXT_FOLLOWERS, UnknownPlayerError
from cerealbar.wire.words import PlayerWord


@dataclass(frozen=True, slots=True)
class Roster:
    """The agents of a server; the first of each role is the default."""

    follower: str = "rule-based"
    leader: str = "scripted"
    sources: Mapping[str, str] = field(default_factory=dict)
    """Followers that are no part of this package: where to import them, as `module:function`."""

    def __post_init__(self) -> None:
        self.check("follower", self.follower)
        self.check("leader", self.leader)

    def names(self, role: PlayerWord) -> tuple[str, ...]:
        """Who can play a role, the default first."""
        known = (*self.sources, *TEXT_FOLLOWERS) if role == "follower" else tuple(LEADERS)
        default = self.default(role)
        return (default, *(name for name in known if name != default))

    def default(self, role: PlayerWord) -> str:
        """Who plays a role unless someone else is named."""
        return self.follower if role == "follower" else self.leader

    def check(self, role: PlayerWord, name: str) -> str:
        """The name, if someone has it.

        Raises:
            UnknownPlayerError: nobody has.
        """
        known = (*self.sources, *TEXT_FOLLOWERS) if role == "follower" else tuple(LEADERS)
        if name not in known:
            names = ", ".join(sorted(known))
            raise UnknownPlayerError(f"{name!r} is no {role}: expected one of {names}")
        return name
