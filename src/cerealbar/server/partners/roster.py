"""Which agents can play here, by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cerealbar.agents import (
    EVERYTHING,
    FOLLOWERS,
    WITHOUT_INTENTION,
    Need,
    UnknownPlayerError,
    check_name,
    check_needs,
    is_trained,
    player_names,
)
from cerealbar.game import PLAYERS, PlayerWord


@dataclass(frozen=True, slots=True)
class Roster:
    """The agents of a server."""

    follower: str = "learned"
    """Who follows unless someone else is named."""
    leader: str = "scripted"
    """Who leads unless someone else is named."""
    followers: Mapping[str, str] = field(default_factory=dict)
    """Followers by names of this server's own, each as the registry knows it."""
    leaders: Mapping[str, str] = field(default_factory=dict)
    """Leaders likewise."""
    given: Need = WITHOUT_INTENTION
    """What followers are given here."""

    def __post_init__(self) -> None:
        for role in PLAYERS:
            default = self.follower if role == "follower" else self.leader
            for source in (default, *self._own(role).values()):
                self._check_source(role, source)

    def names(self, role: PlayerWord) -> tuple[str, ...]:
        """Who can play a role, the default first."""
        given = self.given if role == "follower" else EVERYTHING
        known = (self.default(role), *self._own(role), *player_names(role, given))
        return tuple(dict.fromkeys(known))

    def default(self, role: PlayerWord) -> str:
        """Who plays a role unless someone else is named."""
        if role == "leader":
            return self.leader
        return Path(self.follower).name if self._is_folder() else self.follower

    def source(self, role: PlayerWord, name: str) -> str:
        """What the registry makes an agent of: its name there, or `module:factory`."""
        return self._own(role).get(name, name)

    def check(self, role: PlayerWord, name: str) -> str:
        """The name, if someone has it; visitors cannot name a `module:factory`.

        Raises:
            UnknownPlayerError: nobody has.
        """
        if name not in self.names(role):
            names = ", ".join(sorted(self.names(role)))
            raise UnknownPlayerError(f"{name!r} is no {role}: expected one of {names}")
        return name

    def _is_folder(self) -> bool:
        """Whether the default follower is a trained one's folder, whose last part is its name."""
        return self.follower not in self.followers and is_trained(self.follower)

    def _own(self, role: PlayerWord) -> Mapping[str, str]:
        if role == "leader":
            return self.leaders
        folder = {Path(self.follower).name: self.follower} if self._is_folder() else {}
        return {**self.followers, **folder}

    def _check_source(self, role: PlayerWord, name: str) -> None:
        """See that the settings name a player who can play here, as far as can be told without
        importing it."""
        if name in self._own(role):
            return
        check_name(role, name)
        if role == "follower" and name in FOLLOWERS:
            check_needs(name, FOLLOWERS[name].needs, self.given)
