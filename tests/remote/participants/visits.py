"""People at seats of a real server, in a great hurry."""

import random

from cerealbar.remote import RemoteSeat
from cerealbar.remote.participants.diary import Diary
from cerealbar.remote.participants.minds import Mind
from cerealbar.remote.participants.seat_play import Pauses, SeatPlan, SeatPlay
from cerealbar.remote.seats import ask
from cerealbar.wire.lobby import OpenRoom, Seated

SPEED = 1000.0
GOOD = SeatPlan()
"""Of those who do nothing but play."""


def seat_of(url: str, wish: OpenRoom) -> RemoteSeat:
    """The seat of a new room."""
    given = ask(url, "/api/rooms", wish, Seated).seats[0]
    return RemoteSeat(url, given.token)


def play_of(
    seat: RemoteSeat, wish: OpenRoom, mind: Mind, plan: SeatPlan = GOOD
) -> tuple[SeatPlay, Diary]:
    """A person at a seat, and its diary."""
    diary = Diary(0)
    assert wish.role != "any"
    pauses = Pauses(random.Random(1), SPEED)
    return SeatPlay(seat, wish.role, mind, plan, pauses, diary), diary
