"""People at seats of a real server, in a great hurry."""

import random

from cerealbar.remote import RemoteSeat
from cerealbar.remote.participants.diary import Diary
from cerealbar.remote.participants.minds import Mind
from cerealbar.remote.participants.seat_play import Pauses, SeatPlay
from cerealbar.remote.seats import ask
from cerealbar.wire.lobby import OpenRoom, Seated

SPEED = 1000.0


def seat_of(url: str, wish: OpenRoom) -> RemoteSeat:
    """The seat of a new room."""
    given = ask(url, "/api/rooms", wish, Seated).seats[0]
    return RemoteSeat(url, given.token)


def play_of(
    seat: RemoteSeat, wish: OpenRoom, mind: Mind, drops_out_after: int | None = None
) -> tuple[SeatPlay, Diary]:
    """A person at a seat, and its diary."""
    diary = Diary(0)
    assert wish.role != "any"
    pauses = Pauses(random.Random(1), SPEED)
    play = SeatPlay(seat, wish.role, mind, pauses, diary, drops_out_after=drops_out_after)
    return play, diary
