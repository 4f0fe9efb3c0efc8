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
from cerealbar.server.rooms.services import Services
from cerealbar.server.store import JournalEntry, StoredEntry, StoredGame
from cerealbar.studies.tutorials import TutorialWalk


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
        outcome = _replay(game, entry)
        if room.tutorial is not None:
            room.tutorial = _walk_on(room.tutorial, game, entry)
        if outcome & Outcome.TURN_ENDED:
            turn_began = entry.at
        if outcome & ENDS_PLAN:
            room.plan = None
        _note(room, entry)
    if room.journal.is_running and alive is not None:
        passed = max(0.0, alive - entries[-1].wall)
        at = max(at, min(at + passed, turn_began + game.rules.seconds(game.turn)))
    room.clock = GameClock(services.now, at, turn_began)
    return room


def _note(room: Room, entry: JournalEntry) -> None:
    """Note what is known of a room beside its game."""
    match entry:
        case SeatTaken(role=role, participant=participant):
            room.give_seat(role, participant)
        case Planned(plan=plan):
            room.plan = plan
            room.understood |= understanding(room.game, plan)
            room.plan_bytes += plan_bytes(plan)
        case GameEnded(how=how):
            room.end, room.plan = how, None
            room.game.leave()


def _replay(game: Game, entry: JournalEntry) -> Outcome:
    """Do a deed or tell a signal again; anything else changes nothing."""
    if isinstance(entry, Signalled):
        game.signal(entry.kind, entry.text)
    elif isinstance(entry, DEEDS):
        player, action, text = deed_action(entry)
        return game.step(action, player=player, text=text)
    return Outcome(0)


def _walk_on(walk: TutorialWalk, game: Game, entry: JournalEntry) -> TutorialWalk:
    """A tutorial after an entry, which the game has seen."""
    if isinstance(entry, CameraToggled):
        return walk.after_camera()
    return walk.after_deed(game) if isinstance(entry, DEEDS) else walk
