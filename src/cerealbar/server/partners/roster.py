"""Which agents can play here, by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cerealbar.agents import LEADERS, TEXT_FOLLOWERS, UnknownPlayerError
from cerealbar.wire.words import PlayerWord


@dataclass(frozen=True, slots=True)
class Roster:
    """The agents of a server."""

    follower: str = "rule-based"
    """Who follows unless someone else is named."""
    leader: str = "scripted"
    """Who leads unless someone else is named."""
    followers: Mapping[str, str] = field(default_factory=dict)
    """Followers besides our own: where to import what makes them, as `module:function`."""
    leaders: Mapping[str, str] = field(default_factory=dict)
    """Leaders besides our own."""

    def __post_init__(self) -> None:
        self.check("follower", self.follower)
        self.check("leader", self.leader)

    def names(self, role: PlayerWord) -> tuple[str, ...]:
        """Who can play a role, the default first."""
        default = self.default(role)
        return (default, *(name for name in self._known(role) if name != default))

    def default(self, role: PlayerWord) -> str:
        """Who plays a role unless someone else is named."""
        return self.follower if role == "follower" else self.leader

    def source(self, role: PlayerWord, name: str) -> str | None:
        """Where to import an agent that is not our own."""
        return (self.followers if role == "follower" else self.leaders).get(name)

    def check(self, role: PlayerWord, name: str) -> str:
        """The name, if someone has it.

        Raises:
            UnknownPlayerError: nobody has.
        """
        known = self._known(role)
        if name not in known:
            names = ", ".join(sorted(known))
            raise UnknownPlayerError(f"{name!r} is no {role}: expected one of {names}")
        return name

    def _known(self, role: PlayerWord) -> tuple[str, ...]:
        if role == "follower":
            return *self.followers, *TEXT_FOLLOWERS
        return *self.leaders, *LEADERS
