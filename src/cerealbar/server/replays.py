"""Replays: a recorded game as the frames of the replay page."""

from collections import defaultdict
from collections.abc import Sequence

from cerealbar.game import CardOnBoard, CerealBarError, Game, Outcome, Player
from cerealbar.records import (
    DeedEvent,
    GameEnded,
    GameRecord,
    Header,
    InstructionLife,
    Participant,
    Paused,
    SeatTaken,
    Signalled,
    deed_action,
    lives,
    replay,
    status_changes,
    verify,
)
from cerealbar.records.events import DEEDS, Event
from cerealbar.records.life import StatusChange
from cerealbar.server.rooms.happenings import PlayedDeed, game_ended, happenings
from cerealbar.server.rooms.showing import show_card, show_pose, show_rules
from cerealbar.wire.lobby import FrameShown, ReplayShown
from cerealbar.wire.scene import Happening, InstructionShown, PauseTold, SeatTold, SignalTold


class UnplayableError(CerealBarError, ValueError):
    """A record that the rules do not allow."""


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
    film = _ReplayMaker(record.header, found, status_changes(found, played))
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
    return participant.name or participant.kind


class _ReplayMaker:
    """A game that is played again, frame by frame."""

    def __init__(
        self,
        header: Header,
        found: Sequence[InstructionLife],
        changes: Sequence[Sequence[StatusChange]],
    ) -> None:
        self.game = Game(header.seed, header.rules.to_rules())
        self.frames: list[FrameShown] = []
        self._changes = changes
        self._ended: dict[int | None, list[str]] = defaultdict(list)
        """By deed: the texts of the instructions that it ended."""
        for life in found:
            self._ended[life.ended].append(life.text)
        self._deeds = 0
        self._seated = {"leader": header.leader, "follower": header.follower}
        self._turn_began = 0.0
        self._cards: tuple[CardOnBoard, ...] | None = None
        self._shoot(0.0)

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
                told = game_ended(how.value, self.game)
                self._shoot(event.at, *told, changes=self._changes[-1])
            case _ if isinstance(event, DEEDS):
                self._add_deed(event)

    def _add_deed(self, event: DeedEvent) -> None:
        before = self.game.states.copy()
        player, action, text = deed_action(event)
        outcome = self.game.step(action, player=player, text=text)
        if outcome & Outcome.TURN_ENDED:
            self._turn_began = event.at
        texts = tuple(self._ended[self._deeds])
        told = happenings(PlayedDeed(event, outcome, before, self.game, texts))
        self._deeds += 1
        self._shoot(event.at, *told, changes=self._changes[self._deeds])

    def _shoot(self, at: float, *told: Happening, changes: Sequence[StatusChange] = ()) -> None:
        """Take a frame."""
        game, cards = self.game, self.game.cards
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
                is_invalid=game.has_invalid_selection,
                changes=tuple(changes),
                cards=tuple(map(show_card, cards)) if cards != self._cards else None,
                happenings=told,
            )
        )
        self._cards = cards
