"""A room as its journal tells it: the same game, clock and seats, after whatever happened."""

from collections.abc import Sequence

from cerealbar.game import Game, Outcome
from cerealbar.records import (
    CameraToggled,
    GameEnded,
    Planned,
    SeatTaken,
    Signalled,
    deed_action,
)
from cerealbar.records.events import DEEDS
from cerealbar.server.rooms.checks import plan_bytes
from cerealbar.server.rooms.clock import GameClock
from cerealbar.server.rooms.room import ENDS_PLAN, Room
from cerealbar.server.rooms.seat_views import understanding
from cerealbar.server.rooms.state import Services
from cerealbar.server.store import JournalEntry, StoredEntry, StoredGame


def restore(
    stored: StoredGame, entries: Sequence[StoredEntry], services: Services, alive: float | None
) -> Room:
    """The room of a stored game.

    `alive` is when the server last said that it was: time passed in the game until then, if its
    clock was running.
    """
    game = Game(stored.spec.seed, stored.spec.treatment.rules.to_rules())
    room = Room(stored, services, game, entries)
    at, turn_began = 0.0, 0.0
    for known in entries:
        entry = known.entry
        at = max(at, entry.at)
        if _happen(room, entry) & Outcome.TURN_ENDED:
            turn_began = entry.at
    if room.journal.is_running and alive is not None:
        passed = max(0.0, alive - entries[-1].wall)
        at = max(at, min(at + passed, turn_began + game.rules.seconds(game.turn)))
    room.clock = GameClock(services.now, at, turn_began)
    return room


def _happen(room: Room, entry: JournalEntry) -> Outcome:
    """Let what a journal tells happen again; what came of it, if it is a deed."""
    game, walk = room.game, room.tutorial
    match entry:
        case SeatTaken(role=role, participant=participant):
            room.presence.give_seat(role, participant)
        case Signalled(kind=kind, text=text):
            game.signal(kind, text)
        case Planned(plan=plan):
            room.plan = plan
            room.understood |= understanding(game, plan)
            room.plan_bytes += plan_bytes(plan)
        case CameraToggled() if walk is not None:
            room.tutorial = walk.after_camera()
        case GameEnded(how=how):
            room.end, room.plan = how, None
            game.leave()
        case _ if isinstance(entry, DEEDS):
            player, action, said = deed_action(entry)
            outcome = game.step(action, player=player, text=said)
            if walk is not None:
                room.tutorial = walk.after_deed(game)
            if outcome & ENDS_PLAN:
                room.plan = None
            return outcome
    return Outcome(0)
