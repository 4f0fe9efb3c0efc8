"""A room's audience: who is told what, each seat what it may know."""

import numpy as np

from cerealbar.game import Player, PlayerWord
from cerealbar.records import Instructed
from cerealbar.server.rooms.deed_effects import PlayedDeed, deed_effects, heard_by_follower
from cerealbar.server.rooms.seat_views import (
    legal_words,
    said_to,
    seat_view,
    show_rules,
    show_sight,
    show_tutorial,
    signals,
)
from cerealbar.server.rooms.seats import RoomConnection, RoomSeat
from cerealbar.server.rooms.state import RoomState
from cerealbar.views import View
from cerealbar.wire import messages as wire
from cerealbar.wire.messages import OTHER, encode
from cerealbar.wire.scene import (
    Happening,
    InstructionShown,
    Situation,
    show_card,
    show_pose,
)
from cerealbar.wire.words import VERSION, SeatWord


class Audience:
    """The connections of a room."""

    def __init__(self, room: RoomState) -> None:
        self._room = room

    # Telling

    def welcome(self, seat: RoomSeat) -> None:
        """Tell a seat all that it may know."""
        seen = self._view(seat.role)
        seat.shown = seen.seen.copy()
        self._tell(seat.role, self._welcome(seat.role, seen))

    def welcome_watcher(self, connection: RoomConnection) -> None:
        """Tell a watcher how the game stands."""
        connection.send(encode(self._welcome("watcher", self._view("watcher"))))

    def tell_deed(self, deed: PlayedDeed, by: PlayerWord, request: int | None) -> None:
        """Tell everyone what a player did; the answer to a request goes to its seat alone."""
        told = deed_effects(deed, is_blind=self._room.spec.is_blind)
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
        besides: RoomSeat | None = None,
    ) -> None:
        """Tell everyone how the game stands, and of something that is no deed if there is such a
        thing; its request is answered with it."""
        for seat in self._room.seats.values():
            if seat is not besides:
                number = request if seat.role == by else None
                self._update(seat, self._view(seat.role), told, number)
        self._update_watchers(told)

    def tell_room(self, besides: RoomSeat | None = None) -> None:
        """Tell everyone how the room stands."""
        for seat in self._room.seats.values():
            if seat is not besides:
                self._tell(seat.role, self._room_shown(seat.role))
        self._tell_watchers(self._room_shown("watcher"))

    def tell_plan(self) -> None:
        """Show what the follower means to do, or that this is out of date, to those who see all."""
        if self._room.spec.treatment.shows_plans:
            shown = wire.PlanShown(plan=self._room.plan)
            self._tell("leader", shown)
            self._tell_watchers(shown)

    def tell_tutorial(self) -> None:
        """Tell whoever learns what is to be done now."""
        walk = self._room.tutorial
        assert walk is not None, "only tutorials change so"
        self._tell(walk.tutorial.role, show_tutorial(walk))

    # What is told

    def _view(self, seat: SeatWord) -> View:
        return seat_view(self._room.game, seat, self._room.sight)

    def _situation(self, seat: SeatWord, seen: View) -> Situation:
        """The changing part of a view, and what the seat can do now."""
        room, game, is_running = self._room, self._room.game, self._room.clock.is_running
        is_leading = is_running and seat == "leader"
        is_told = seat != "follower" and room.spec.treatment.shows_plans
        leader, follower = seen.poses
        assert follower is not None, "the follower sees its own cell, and the leader sees all"
        return Situation(
            leader=None if leader is None else show_pose(leader),
            follower=show_pose(follower),
            cards=tuple(map(show_card, seen.cards)),
            is_invalid=seen.is_invalid,
            turn=seen.turn.word,
            steps_left=seen.steps_left,
            half_turns_left=seen.half_turns_left,
            score=seen.score,
            seconds_left=round(room.seconds_left, 2),
            is_clock_running=is_running,
            legal=legal_words(game, seat, seen, room.tutorial) if is_running else (),
            can_instruct=is_leading and game.turn is Player.LEADER,
            can_cancel=is_leading and game.can_cancel,
            signals=signals(game.rules, seat) if is_running else (),
            instructions=tuple(
                InstructionShown(
                    text=known.text,
                    status=known.status,
                    # By their words agents would be known.
                    reason="" if room.spec.is_blind else known.reason,
                    understood=room.understood.get(number, "") if is_told else "",
                )
                for number, known in enumerate(seen.instructions)
            ),
        )

    def _welcome(self, seat: SeatWord, seen: View) -> wire.Welcome:
        room, walk = self._room, self._room.tutorial
        is_told = seat != "follower" and room.spec.treatment.shows_plans
        return wire.Welcome(
            version=VERSION,
            seat=seat,
            game_id=room.game_id,
            rules=show_rules(room.game.rules),
            sight=show_sight(room.sight),
            tiles=tuple(seen.tiles.tolist()),
            situation=self._situation(seat, seen),
            room=self._room_shown(seat),
            plan=room.plan if is_told else None,
            said=said_to(room.game, seat),
            seed=room.spec.seed if room.spec.is_seed_known else None,
            tutorial=None if walk is None or walk.tutorial.role != seat else show_tutorial(walk),
        )

    def _room_shown(self, seat: SeatWord) -> wire.RoomShown:
        room, tokens = self._room, self._room.services.tokens
        problem = " ".join(filter(None, (other.problem for other in room.seats.values())))
        may_replay = room.end is not None and not room.spec.is_blind  # it tells who played
        is_open = room.spec.mode == "friend" and any(
            other.kind == "nobody" for other in room.seats.values()
        )
        is_private = room.tutorial is not None or room.spec.study is not None
        may_share = seat != "follower" and not is_private
        return wire.RoomShown(
            status=room.status,
            leader=room.seats["leader"].show(is_blind=room.spec.is_blind),
            follower=room.seats["follower"].show(is_blind=room.spec.is_blind),
            problem="" if room.spec.is_blind else problem,
            offers=() if seat == "watcher" else room.offers(OTHER[seat]),
            invite=tokens.make(room.game_id, "invite") if is_open and seat != "watcher" else None,
            watch=tokens.make(room.game_id, "watch") if may_share else None,
            replay=tokens.make(room.game_id, "replay") if may_replay else None,
            end=room.end.value if room.end is not None else None,
            away=None if seat == "watcher" else room.away(OTHER[seat]),
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
        seat.connection.send(encode(update))

    # Sending

    def _tell(self, role: PlayerWord, message: wire.FromServer) -> None:
        connection = self._room.seats[role].connection
        if connection is not None:
            connection.send(encode(message))

    def _update_watchers(self, told: tuple[Happening, ...]) -> None:
        if self._room.watchers:
            shown = self._situation("watcher", self._view("watcher"))
            self._tell_watchers(wire.Update(happenings=told, situation=shown))

    def _tell_watchers(self, message: wire.FromServer) -> None:
        if self._room.watchers:
            data = encode(message)  # once, as there may be many of them
            for watcher in self._room.watchers:
                watcher.send(data)
