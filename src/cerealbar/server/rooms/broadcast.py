"""A room's audience: who is told what, each seat what it may know."""

from typing import TYPE_CHECKING

import numpy as np

from cerealbar.game import PlayerWord
from cerealbar.records import Instructed
from cerealbar.server.rooms.happenings import PlayedDeed, happenings, heard_by_follower
from cerealbar.server.rooms.lateness import LateNews
from cerealbar.server.rooms.seats import Connection, RoomSeat
from cerealbar.server.rooms.showing import (
    seat_view,
    show_rules,
    show_sight,
    situation,
)
from cerealbar.views import View
from cerealbar.wire import messages as wire
from cerealbar.wire.messages import OTHER, decode_from_server, encode
from cerealbar.wire.scene import Happening, Situation
from cerealbar.wire.words import VERSION, SeatWord

if TYPE_CHECKING:
    from cerealbar.server.rooms.presence import Presence


class Audience:
    """The connections of a room."""

    def __init__(self, room: "Presence") -> None:
        self._room = room
        self._delay = room.stored.watch_delay_seconds
        self._late = LateNews(self._delay)
        self._is_waiting = False
        self._last_update = b""
        """What watchers were told last, if they are told late."""
        if self._delay:
            shown = self._situation("watcher", self._view("watcher"))
            self._last_update = encode(wire.Update(situation=shown))

    # Telling

    def welcome(self, seat: RoomSeat) -> None:
        """Tell a seat all that it may know."""
        if seat.connection is None:
            return
        seen = self._view(seat.role)
        seat.shown = seen.seen.copy()
        self._send(
            seat.connection, self._welcome(seat.role, seen, self._situation(seat.role, seen))
        )

    def welcome_watcher(self, connection: Connection) -> None:
        """Tell a watcher how the game stands, or stood when the delay is subtracted."""
        seen = self._view("watcher")
        if self._delay:
            self._tell_due()
            last = decode_from_server(self._last_update)
            assert isinstance(last, wire.Update)
            shown = last.situation
        else:
            shown = self._situation("watcher", seen)
        self._send(connection, self._welcome("watcher", seen, shown))

    def tell_deed(self, deed: PlayedDeed, by: PlayerWord, request: int | None) -> None:
        """Tell everyone what a player did; the answer to a request goes to its seat alone."""
        told = happenings(deed)
        for seat in self._room.seats.values():
            if seat.connection is None:
                continue
            seen = self._view(seat.role)
            heard = told if seat.role == "leader" else heard_by_follower(told, deed, seen.seen)
            if isinstance(deed.event, Instructed) and not heard:
                continue  # that an instruction waits is not for the follower to know
            self._update(seat, seen, heard, request if seat.role == by else None)
        self._update_watchers(told)

    def tell(
        self,
        *told: Happening,
        by: PlayerWord | None = None,
        request: int | None = None,
    ) -> None:
        """Tell everyone of something that is no deed; its request is answered with it."""
        for seat in self._room.seats.values():
            number = request if seat.role == by else None
            self._update(seat, self._view(seat.role), told, number)
        self._update_watchers(told)

    def tell_situation(self, besides: RoomSeat | None = None) -> None:
        """Tell everyone how the game stands."""
        for seat in self._room.seats.values():
            if seat is not besides:
                self._update(seat, self._view(seat.role), ())
        self._update_watchers(())

    def tell_room(self, besides: RoomSeat | None = None) -> None:
        """Tell everyone how the room stands."""
        for seat in self._room.seats.values():
            if seat.connection is not None and seat is not besides:
                self._send(seat.connection, self._room_shown(seat.role))
        self._tell_watchers(self._room_shown("watcher"))

    def tell_plan(self) -> None:
        """Show what the follower means to do, or that this is out of date, to those who see all."""
        shown = wire.PlanShown(plan=self._room.plan)
        connection = self._room.seats["leader"].connection
        if connection is not None:
            self._send(connection, shown)
        self._tell_watchers(shown)

    @staticmethod
    def dismiss(connection: Connection) -> None:
        """Another connection has taken the seat."""
        reason = "this seat was opened elsewhere, in another window perhaps"
        connection.close(wire.Goodbye(code="replaced", reason=reason))

    # What is told

    def _view(self, seat: SeatWord) -> View:
        return seat_view(self._room.game, seat, self._room.sight)

    def _situation(self, seat: SeatWord, seen: View) -> Situation:
        room = self._room
        return situation(
            room.game,
            seat,
            seen,
            seconds_left=room.seconds_left,
            is_running=room.clock.is_running,
        )

    def _welcome(self, seat: SeatWord, seen: View, shown: Situation) -> wire.Welcome:
        room = self._room
        knows_all = seat != "follower"
        return wire.Welcome(
            version=VERSION,
            seat=seat,
            game_id=room.game_id,
            rules=show_rules(room.game.rules),
            sight=show_sight(room.sight),
            tiles=tuple(seen.tiles.tolist()),
            situation=shown,
            room=self._room_shown(seat),
            plan=room.plan if knows_all and not (seat == "watcher" and self._delay) else None,
        )

    def _room_shown(self, seat: SeatWord) -> wire.RoomShown:
        room, tokens = self._room, self._room.house.tokens
        is_over = room.end is not None
        is_open = room.stored.mode == "friend" and any(
            other.kind == "nobody" for other in room.seats.values()
        )
        knows_all = seat != "follower"
        return wire.RoomShown(
            status=room.status,
            leader=room.seats["leader"].show(),
            follower=room.seats["follower"].show(),
            problem=" ".join(filter(None, (other.problem for other in room.seats.values()))),
            offers=() if seat == "watcher" else room.offers(OTHER[seat]),
            invite=tokens.make(room.game_id, "invite") if is_open and seat != "watcher" else None,
            watch=tokens.make(room.game_id, "watch") if knows_all else None,
            replay=tokens.make(room.game_id, "replay") if is_over else None,
            end=room.end.value if room.end is not None else None,
        )

    def _update(
        self, seat: RoomSeat, seen: View, heard: tuple[Happening, ...], request: int | None = None
    ) -> None:
        if seat.connection is None:
            return
        fresh = np.flatnonzero(seen.seen & ~seat.shown)
        seat.shown |= seen.seen
        update = wire.Update(
            id=request,
            happenings=heard,
            tiles=tuple(zip(fresh.tolist(), seen.tiles[fresh].tolist(), strict=True)),
            situation=self._situation(seat.role, seen),
        )
        self._send(seat.connection, update)

    # Sending

    def _update_watchers(self, told: tuple[Happening, ...]) -> None:
        if self._room.watchers or self._delay:
            shown = self._situation("watcher", self._view("watcher"))
            self._tell_watchers(wire.Update(happenings=told, situation=shown))

    def _tell_watchers(self, message: wire.FromServer) -> None:
        if self._delay:
            self._late.hold(self._room.house.now(), message)
            self._wait()
        elif self._room.watchers:
            self._send_all(encode(message))  # once, as there may be many of them

    def _send_all(self, data: bytes) -> None:
        for watcher in self._room.watchers:
            watcher.send(data)

    def _wait(self) -> None:
        """Go on when the time of the next message for watchers has come."""
        due = self._late.next_due
        if due is not None and not self._is_waiting:
            self._is_waiting = True
            self._room.timers.later(max(0.0, due - self._room.house.now()), self._go_on)

    async def _go_on(self) -> None:
        self._is_waiting = False
        self._tell_due()
        self._wait()

    def _tell_due(self) -> None:
        for kind, data in self._late.due(self._room.house.now()):
            if kind is wire.Update:
                self._last_update = data
            self._send_all(data)

    @staticmethod
    def _send(connection: Connection, message: wire.FromServer) -> None:
        connection.send(encode(message))
