"""What has become of a participant's place in a game, as the store tells it."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from cerealbar.game import PlayerWord
from cerealbar.records import GameEnd, GameEnded, Instructed, Resumed, SeatTaken
from cerealbar.server.store import AGENT, JournalEntry, StoredEntry
from cerealbar.studies.entries import Drawn, GamePart, GamePlayed, PlaceTaken, StudyEntry, WaitEnded
from cerealbar.studies.parts import Fallback
from cerealbar.wire.messages import OTHER

Kind = TypeVar("Kind", bound=JournalEntry)
ROUNDING_SECONDS = 0.5
"""By which a wait to its end may seem shorter."""
_LEFT: dict[GameEnd, PlayerWord] = {
    GameEnd.LEADER_LEFT: "leader",
    GameEnd.FOLLOWER_LEFT: "follower",
}


class PlaceHistory:
    """The journal of a game, as whoever was given a seat of it looks at it."""

    def __init__(self, drawn: Drawn, seat: PlaceTaken, entries: Sequence[StoredEntry]) -> None:
        self._drawn, self._seat, self._entries = drawn, seat, entries
        ends = self._all(GameEnded)
        self._end = ends[-1] if ends else None
        begun = self._all(Resumed)
        self._begun = begun[0][0].number if begun else None
        """The number of the entry with which the game began."""
        own = self._holders(seat.role)
        self._mine = own[seat.holder]
        self._next = own[seat.holder + 1] if len(own) > seat.holder + 1 else None
        """Whoever took the seat, when it was free again."""

    def news(self, wait_seconds: float, otherwise: Fallback) -> list[StudyEntry]:
        """What has happened by itself, and what is to follow at once.

        Somebody for whom nobody came in all of the time is drawn for an agent, or for nothing any
        more; who lost a partner or the seat before the game began is drawn for the same again.
        """
        if self._next is not None and not self._has_begun_before(self._next):
            waited = self.wait_ended(self._next[0].wall)
        elif self._next is not None:
            return [self.left()]
        elif self._end is None:
            return []
        elif self._begun is not None:
            return [self._played(self._end)]
        else:
            waited = self.wait_ended(self._end[0].wall)
        if waited.seconds < wait_seconds - ROUNDING_SECONDS:
            return [waited, self._drawn]
        with_agent = replace(self._drawn, partner="agent", wait_seconds=0.0)
        return [waited, with_agent] if otherwise == "agent" else [waited]

    @property
    def has_begun(self) -> bool:
        """Whether the game has."""
        return self._begun is not None

    def wait_ended(self, wall: float) -> WaitEnded:
        """That somebody has waited in vain until then."""
        seconds = round(max(0.0, wall - self._mine[0].wall), 3)
        return WaitEnded(step=self._seat.step, game_id=self._seat.game_id, seconds=seconds)

    def left(self) -> GamePlayed:
        """That somebody has left the game, unless it was over before; what was scored is not known
        while others play on."""
        last = self._entries[-1]
        how = next(how for how, role in _LEFT.items() if role == self._seat.role)
        return self._played(self._end or (last, GameEnded(last.entry.at, how)))

    def _played(self, end: tuple[StoredEntry, GameEnded]) -> GamePlayed:
        partners = self._holders(OTHER[self._seat.role])
        came = [it for it in partners if not self._has_begun_before(it)][-1]
        partner = partners[-1][1].participant
        is_agent = partner.kind == AGENT
        waited = came[0].wall - self._mine[0].wall
        return GamePlayed(
            step=self._seat.step,
            game_id=self._seat.game_id,
            role=self._seat.role,
            treatment=self._drawn.treatment,
            partner="agent" if is_agent else "person",
            agent=partner.name if is_agent else "",
            score=end[1].score,
            how=self._part(end[1].how, is_agent=is_agent),
            instructions=len(self._all(Instructed)),
            waited_seconds=round(max(0.0, waited), 3),
        )

    def _part(self, how: GameEnd, *, is_agent: bool) -> GamePart:
        """How a game went for one player: agents do not leave, they fail."""
        if _LEFT.get(how) == self._seat.role or self._next is not None:
            return "left"
        if how is GameEnd.NO_TURNS:
            return "played"
        if is_agent:
            return "broken"
        return "left" if how is GameEnd.ABANDONED else "partner-left"

    def _has_begun_before(self, it: tuple[StoredEntry, SeatTaken]) -> bool:
        return self._begun is not None and self._begun < it[0].number

    def _holders(self, role: PlayerWord) -> list[tuple[StoredEntry, SeatTaken]]:
        return [it for it in self._all(SeatTaken) if it[1].role == role]

    def _all(self, kind: type[Kind]) -> list[tuple[StoredEntry, Kind]]:
        return [(it, it.entry) for it in self._entries if isinstance(it.entry, kind)]


def broken(drawn: Drawn, seat: PlaceTaken) -> GamePlayed:
    """A game that the server cannot go on with."""
    return GamePlayed(
        step=seat.step,
        game_id=seat.game_id,
        role=seat.role,
        treatment=drawn.treatment,
        partner=drawn.partner,
        score=0,
        how="broken",
    )
