"""The installation: the other processes on the same database, as the hall of one of them sees them.

With SQLite there are none, and all of this comes to nothing.
"""

import asyncio
import contextlib
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import TypeAlias

import msgspec

from cerealbar.game import PlayerWord
from cerealbar.records import Participant
from cerealbar.server.logs import Log
from cerealbar.server.rooms.refusals import HallError
from cerealbar.server.rooms.seats import SeatPlace
from cerealbar.server.store import LeasedGame, Store, StoreError
from cerealbar.server.supervision import Supervisor

ASK_SECONDS = 2.0
"""How long another process may take to give someone a seat."""
CLAIMS_AT_ONCE = 50
"""Games that a process takes over in one go, so that several share them."""
_BUSY = 503
_log = Log("installation")


class SeatAsked(msgspec.Struct, frozen=True, kw_only=True, tag="seat-asked"):
    """A process asks the owner of a game to give someone a seat."""

    number: str
    to: str
    by: str
    game_id: str
    role: PlayerWord | None
    """None for whichever is open."""
    participant: Participant


class SeatAnswered(msgspec.Struct, frozen=True, kw_only=True, tag="seat-answered"):
    """What came of that: the role, or why there is none."""

    number: str
    to: str
    role: PlayerWord | None = None
    holder: int = 0
    status: int = _BUSY
    reason: str = ""


class SeatLeft(msgspec.Struct, frozen=True, kw_only=True, tag="seat-left"):
    """Somebody has left a seat of a game for good, and told another process than its owner."""

    to: str
    game_id: str
    role: PlayerWord
    holder: int


class Changed(msgspec.Struct, frozen=True, kw_only=True, tag="changed"):
    """Games are free to be taken over, or people wait who did not."""


News: TypeAlias = SeatAsked | SeatAnswered | SeatLeft | Changed
_decode = msgspec.json.Decoder(News).decode
GiveSeat = Callable[[str, PlayerWord | None, Participant], Awaitable[SeatPlace]]
"""Gives someone a seat of a game of ours; raises HallError."""
LeaveSeat = Callable[[str, SeatPlace], Coroutine[object, object, None]]
"""Frees a seat of a game for good."""


class FloorTold(msgspec.Struct, frozen=True, kw_only=True):
    """What a process tells the others of its rooms."""

    rooms: int = 0
    playing: int = 0
    shown: msgspec.Raw = msgspec.Raw(b"{}")
    """For the admin pages of the others."""


class Installation:
    """What the processes of an installation tell each other."""

    def __init__(
        self, store: Store, supervisor: Supervisor, give_seat: GiveSeat, leave_seat: LeaveSeat
    ) -> None:
        self._store, self._supervisor = store, supervisor
        self._give_seat, self._leave_seat = give_seat, leave_seat
        self._asked: dict[str, asyncio.Future[SeatAnswered]] = {}
        self.others: list[FloorTold] = []
        """What goes on in the other processes."""
        self.sought: Counter[str] = Counter()
        """Whom people in the other processes wait for."""
        self.changed = asyncio.Event()
        """Is set when another process has news for the lobby, or games to take over."""

    @property
    def is_shared(self) -> bool:
        """Whether there can be other processes."""
        return bool(self._store.process_id)

    @property
    def rooms(self) -> int:
        """How many rooms the others have."""
        return sum(floor.rooms for floor in self.others)

    @property
    def playing(self) -> int:
        """In how many of them a game goes on."""
        return sum(floor.playing for floor in self.others)

    # Keeping up

    async def look_around(self) -> None:
        """See what goes on in the other processes."""
        if not self.is_shared:
            return
        told = []
        for text in await self._store.floors():
            with contextlib.suppress(msgspec.MsgspecError):  # of another version
                told.append(msgspec.json.decode(text, type=FloorTold))
        self.others = told
        self.sought = Counter(
            sought for _, owner, sought in await self._store.seeking() if owner != self._my_id
        )

    async def tell_seeking(self, seeking: dict[str, str | None]) -> None:
        """Let the others know whom people in each of our rooms wait for; None for nobody."""
        if await self._store.tell_seeking(seeking):
            await self.announce()

    async def claims(self) -> list[LeasedGame]:
        """Games that are ours from now on, as no living process has them."""
        most = CLAIMS_AT_ONCE if self.is_shared else 10**9
        return await self._store.claim_abandoned(most)

    async def announce(self) -> None:
        """Let the others look around at once."""
        if self.is_shared:
            with contextlib.suppress(StoreError):  # they will see for themselves
                await self._store.tell(_text(Changed()))

    # Asking

    async def ask_seat(
        self, game_id: str, owner: str, role: PlayerWord | None, someone: Participant
    ) -> SeatPlace:
        """A seat of a game that another process owns.

        Raises:
            HallError: it cannot be had.
        """
        number = secrets.token_hex(8)
        answer: asyncio.Future[SeatAnswered] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        asked = SeatAsked(
            number=number,
            to=owner,
            by=self._my_id,
            game_id=game_id,
            role=role,
            participant=someone,
        )
        try:
            await self._store.tell(_text(asked))
            told = await asyncio.wait_for(answer, ASK_SECONDS)
        except (TimeoutError, StoreError):
            raise HallError(_BUSY, "the process that has this game does not answer") from None
        finally:
            del self._asked[number]
        if told.role is None:
            raise HallError(told.status, told.reason)
        return SeatPlace(told.role, told.holder)

    async def tell_left(self, game_id: str, owner: str, seat: SeatPlace) -> None:
        """Let the owner of a game know that somebody has left; if it does not hear it, it will see
        that nobody is there."""
        left = SeatLeft(to=owner, game_id=game_id, role=seat.role, holder=seat.holder)
        with contextlib.suppress(StoreError):
            await self._store.tell(_text(left))

    async def listen(self) -> None:
        """Hear what the others tell, until cancelled."""
        await self._store.listen(self._hear)

    def _hear(self, text: str) -> None:
        try:
            news = _decode(text) if text else Changed()
        except msgspec.MsgspecError:  # of another version
            return
        match news:
            case Changed():
                self.changed.set()
            case SeatAsked(to=to) if to == self._my_id:
                self._supervisor.start("seats", partial(self._answer, news))
            case SeatLeft(to=to) if to == self._my_id:
                seat = SeatPlace(news.role, news.holder)
                self._supervisor.start("seats", partial(self._leave_seat, news.game_id, seat))
            case SeatAnswered(number=number) if number in self._asked:
                if not self._asked[number].done():
                    self._asked[number].set_result(news)

    async def _answer(self, asked: SeatAsked) -> None:
        number, to = asked.number, asked.by
        try:
            seat = await self._give_seat(asked.game_id, asked.role, asked.participant)
            answer = SeatAnswered(number=number, to=to, role=seat.role, holder=seat.holder)
        except HallError as error:
            answer = SeatAnswered(number=number, to=to, status=error.status, reason=str(error))
        try:
            await self._store.tell(_text(answer))
        except StoreError as error:
            _log.warning("another process was not answered", reason=str(error))

    @property
    def _my_id(self) -> str:
        return self._store.process_id


def floor_text(rooms: int, playing: int, shown: msgspec.Struct | None) -> str:
    """What a process tells the others of its rooms, as text."""
    raw = msgspec.Raw(b"{}" if shown is None else msgspec.json.encode(shown))
    return _text(FloorTold(rooms=rooms, playing=playing, shown=raw))


def _text(told: News | FloorTold) -> str:
    return msgspec.json.encode(told).decode()
