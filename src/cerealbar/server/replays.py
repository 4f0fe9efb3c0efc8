"""Replays: a recorded game as the frames of the replay page."""

from cerealbar.game import CardOnBoard, CerealBarError, Game, Player
from cerealbar.records import Deed as RecordedDeed
from cerealbar.records import GameRecord, Participant, deeds, verify
from cerealbar.server.rooms.happenings import Deed, game_ended, happenings
from cerealbar.server.rooms.journal import deed_action
from cerealbar.server.rooms.showing import ROLES, show_card, show_pose, show_rules
from cerealbar.wire.lobby import Frame, ReplayShown
from cerealbar.wire.scene import Happening


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
    film = _Film(Game(record.header.seed, record.header.rules.to_rules()))
    start = tuple(film.game.states["tile"][0].tolist())
    for _, deed in deeds(record.events):
        film.add(deed)
    end = record.end
    if end is not None and not film.game.is_over:
        film.shoot(end.at, game_ended(end.how.value, film.game))
    return ReplayShown(
        game_id=record.game_id,
        started=record.header.started,
        leader=_name(record.header.leader),
        follower=_name(record.header.follower),
        score=film.game.score,
        seconds=film.frames[-1].at,
        rules=show_rules(film.game.rules),
        tiles=start,
        texts=tuple(known.text for known in film.game.instructions),
        frames=tuple(film.frames),
    )


def _name(participant: Participant) -> str:
    return " ".join(filter(None, (participant.kind, participant.name)))


class _Film:
    """A game that is played again, frame by frame."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.frames: list[Frame] = []
        self._turn_began = 0.0
        self._cards: tuple[CardOnBoard, ...] | None = None
        self.shoot(0.0, ())

    def add(self, recorded: RecordedDeed) -> None:
        """Play a deed and take a frame."""
        before = self.game.copy()
        player, action, text = deed_action(recorded)
        outcome = self.game.step(action, player=player, text=text)
        deed = Deed(player, action, outcome, before, self.game, text)
        told = happenings(deed)
        if self.game.turn is not before.turn or self.game.steps_left > before.steps_left:
            self._turn_began = recorded.at
        self.shoot(recorded.at, told)

    def shoot(self, at: float, told: tuple[Happening, ...]) -> None:
        """Take a frame."""
        game, cards = self.game, self.game.cards
        statuses = [known.status.value for known in game.instructions]
        limit = game.rules.seconds(game.turn)
        self.frames.append(
            Frame(
                at=at,
                leader=show_pose(game.pose(Player.LEADER)),
                follower=show_pose(game.pose(Player.FOLLOWER)),
                turn=ROLES[game.turn],
                steps_left=game.steps_left,
                half_turns_left=game.half_turns_left,
                score=game.score,
                seconds_left=round(max(0.0, limit - (at - self._turn_began)), 2),
                is_invalid=game.has_invalid_selection,
                sent=len(statuses),
                done=statuses.count("done"),
                cards=tuple(map(show_card, cards)) if cards != self._cards else None,
                happenings=told,
            )
        )
        self._cards = cards
