"""Replays: a recorded game as the frames of the replay page."""

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from cerealbar.game import CerealBarError, Game, Outcome, Player
from cerealbar.records import (
    DeedEvent,
    GameEnded,
    GameRecord,
    Header,
    Instructed,
    InstructionLife,
    Participant,
    Paused,
    SeatTaken,
    Signalled,
    Stepped,
    complete,
    lives,
    replay,
    status_changes,
    verify,
)
from cerealbar.records.codec import decode_game
from cerealbar.records.events import DEEDS, Event
from cerealbar.records.life import StatusChange
from cerealbar.records.replay import Replay
from cerealbar.server.jobs import Job
from cerealbar.server.rooms.deed_effects import PlayedDeed, deed_effects
from cerealbar.server.rooms.seat_views import show_rules
from cerealbar.server.store import WholeGame, stored_record
from cerealbar.wire.lobby import FrameShown, ReplayShown
from cerealbar.wire.scene import (
    GameEndTold,
    Happening,
    InstructionShown,
    PauseTold,
    SeatTold,
    SignalTold,
    show_card,
    show_pose,
)

MAX_EVENTS, MAX_INSTRUCTIONS = 5_000, 500
"""Of a record that anyone may send: several times more than people make in a game."""
FILM_SECONDS = 10.0
"""A film of a game of people takes less than a tenth of a second."""
_CARDS = Outcome.TOGGLED | Outcome.SET_MADE
"""What changes the cards."""


class UnplayableError(CerealBarError, ValueError):
    """A record that the rules do not allow."""


def film_of_record(line: bytes) -> bytes:
    """All frames of the recorded game in a line of JSON, as JSON.

    Raises:
        UnplayableError: it is no record, too long, or disagrees with the rules.
    """
    try:
        record = decode_game(line.strip())
    except CerealBarError as error:
        raise UnplayableError(str(error)) from None
    _check_length(len(record.events), MAX_EVENTS, "events")
    instructions = sum(isinstance(event, Instructed) for event in record.events)
    _check_length(instructions, MAX_INSTRUCTIONS, "instructions")
    return msgspec.json.encode(replay_of(record))


def _check_length(count: int, most: int, what: str) -> None:
    if count > most:
        raise UnplayableError(f"the record has {count:,} {what}: {most:,} are the most")


def film_of_game(whole: WholeGame) -> bytes:
    """All frames of a stored game, as JSON.

    Raises:
        UnplayableError: the rules refuse what is stored.
    """
    try:
        record = stored_record(*whole)
    except CerealBarError as error:
        raise UnplayableError(str(error)) from None
    return msgspec.json.encode(replay_of(record))


def _prepare() -> None:
    """Load the compiled rules."""
    header = Header(game_id="film", seed=0, synthetic=True)
    events = (Instructed(0.0, "turn"), Stepped(0.0, "leader", "left"))
    replay_of(complete(GameRecord(header, events)))


RECORD_FILM = Job(film_of_record, FILM_SECONDS, _prepare)
GAME_FILM = Job(film_of_game, FILM_SECONDS, _prepare)


def replay_of(record: GameRecord) -> ReplayShown:
    """All frames of a recorded game.

    Raises:
        UnplayableError: the record disagrees with the rules.
    """
    divergence = verify(record)
    if divergence is not None:
        raise UnplayableError(str(divergence))
    played = replay(record)
    found = lives(played)
    film = _ReplayMaker(record.header, played, found)
    for event in record.events:
        film.add(event)
    return ReplayShown(
        game_id=record.game_id,
        started=record.header.started,
        leader=_name(record.header.leader),
        follower=_name(record.header.follower),
        score=film.game.score,
        seconds=film.frames[-1].at,
        rules=show_rules(film.game.rules),
        tiles=tuple(film.game.states["tile"][0].tolist()),
        instructions=tuple(
            InstructionShown(text=life.text, status=life.status, reason=life.reason)
            for life in found
        ),
        frames=tuple(film.frames),
    )


def _name(participant: Participant) -> str:
    """How a player is called; a person who gave no name is called nothing."""
    return participant.name or ("" if participant.kind == "human" else participant.kind)


class _ReplayMaker:
    """A game that is played again, frame by frame."""

    def __init__(
        self,
        header: Header,
        played: Replay,
        found: Sequence[InstructionLife],
    ) -> None:
        self.game = Game.from_states(played.states[:1], header.rules.to_rules())
        """A window on one state of the game after the other."""
        self.frames: list[FrameShown] = []
        self._played = played
        self._changes = status_changes(found, played)
        self._ended: dict[int | None, list[str]] = defaultdict(list)
        """By deed: the texts of the instructions that it ended."""
        for life in found:
            self._ended[life.ended].append(life.text)
        self._deeds = 0
        self._seated = {"leader": header.leader, "follower": header.follower}
        self._turn_began = 0.0
        self._is_invalid = False
        self._shoot(0.0, has_new_cards=True)

    def add(self, event: Event) -> None:
        """Take a frame of what happened, if it shows."""
        match event:
            case Signalled(kind=kind, text=text):
                self._shoot(event.at, SignalTold(kind=kind, text=text))
            case Paused():
                self._shoot(event.at, PauseTold())
            case SeatTaken(role=role, participant=participant):
                if self._seated[role] != participant:
                    self._seated[role] = participant
                    self._shoot(event.at, SeatTold(role=role, name=_name(participant)))
            case GameEnded(how=how) if not self.game.is_over:
                told = GameEndTold(how=how.value, score=self.game.score)
                self._shoot(event.at, told, changes=self._changes[-1])
            case _ if isinstance(event, DEEDS):
                self._add_deed(event)

    def _add_deed(self, event: DeedEvent) -> None:
        before = self._played.states[self._deeds : self._deeds + 1]
        outcome = Outcome(int(self._played.outcomes[self._deeds]))
        self.game.states[0] = self._played.states[self._deeds + 1]
        if outcome & Outcome.TURN_ENDED:
            self._turn_began = event.at
        texts = tuple(self._ended[self._deeds])
        told = deed_effects(PlayedDeed(event, outcome, before, self.game, texts))
        self._deeds += 1
        changes = self._changes[self._deeds]
        self._shoot(event.at, *told, changes=changes, has_new_cards=bool(outcome & _CARDS))

    def _shoot(
        self,
        at: float,
        *told: Happening,
        changes: Sequence[StatusChange] = (),
        has_new_cards: bool = False,
    ) -> None:
        """Take a frame."""
        game = self.game
        if has_new_cards:
            self._is_invalid = game.has_invalid_selection
        limit = game.rules.seconds(game.turn)
        self.frames.append(
            FrameShown(
                at=at,
                leader=show_pose(game.pose(Player.LEADER)),
                follower=show_pose(game.pose(Player.FOLLOWER)),
                turn=game.turn.word,
                steps_left=game.steps_left,
                half_turns_left=game.half_turns_left,
                score=game.score,
                seconds_left=round(max(0.0, limit - (at - self._turn_began)), 2),
                is_invalid=self._is_invalid,
                changes=tuple(changes),
                cards=tuple(map(show_card, game.cards)) if has_new_cards else None,
                happenings=told,
            )
        )
