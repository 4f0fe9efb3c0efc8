"""Games in the original's published format, with every redundant field as the rules have it."""

import gzip
import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType

from cerealbar.game import Action, Outcome, Player
from cerealbar.records.events import (
    DEED_TYPES,
    Event,
    Finished,
    GameEnd,
    GameEnded,
    GameRecord,
    GaveUp,
    Instructed,
    Stepped,
    TurnEnd,
    TurnEnded,
)
from cerealbar.records.importers.original_agreement import new_kinds
from cerealbar.records.importers.original_format import (
    CARD_NAMES,
    CARD_RESULTS,
    POSITIONS,
    STEPS,
    EndMethod,
    parse_time,
)
from cerealbar.records.life import lives
from cerealbar.records.replay import Replay, complete, replay


class _Timed(msgspec.Struct, tag_field="type"):
    time: str
    game_time: float


class SetResult(msgspec.Struct):
    """Whether a movement made a set."""

    made_set: bool
    new_score: int | UnsetType = UNSET
    new_cards: list[str] | UnsetType = UNSET


class Movement(_Timed, tag="movement", kw_only=True):
    """A movement, or where a player starts."""

    turn_id: int
    character: str
    action: str
    move_id: int
    card_result: str = ""
    set_result: SetResult
    resulting_position: str
    resulting_rotation: int
    instruction_id: int | UnsetType = UNSET


class WrittenInstruction(_Timed, tag="instruction", kw_only=True):
    """An instruction, and what came of it."""

    turn_id: int
    instruction: str
    instruction_id: int
    completed: bool
    aligned_actions: list[str]


class FinishCommand(_Timed, tag="finish command", kw_only=True):
    """The follower finished an instruction."""

    instruction_id: int


class BeginTurn(_Timed, tag="begin turn", kw_only=True):
    """A turn began."""

    turn_id: int
    character: str


class EndTurn(_Timed, tag="end turn", kw_only=True):
    """A turn ended."""

    turn_id: int
    character: str
    end_method: str


WrittenAction = Movement | WrittenInstruction | FinishCommand | BeginTurn | EndTurn


class WrittenGame(msgspec.Struct, kw_only=True):
    """A game as it is written."""

    game_id: str
    seed: int
    num_cards: int
    leader_id: str
    follower_id: str
    split: str | UnsetType = UNSET
    score: int
    actions: list[WrittenAction]


CHARACTERS = {Player.LEADER: "Leader", Player.FOLLOWER: "Follower"}
_UNKNOWN_START = datetime(1970, 1, 1)
_LAST_START = datetime(9000, 1, 1)
"""Later ones leave too little room before the last date that can be written."""
_TOGGLED = int(Outcome.TOGGLED)
_NO_SET = SetResult(made_set=False)
_END_METHODS = {
    TurnEnd.TIME_OUT: EndMethod.TIME,
    TurnEnd.NO_STEPS: EndMethod.MOVES,
    TurnEnd.SKIPPED: EndMethod.NOTHING_TO_DO,
    TurnEnd.CANCELLED: EndMethod.NOTHING_TO_DO,
}


class Course:
    """The actions of a game that `complete` has been over."""

    def __init__(self, record: GameRecord, played: Replay) -> None:
        self.actions: list[WrittenAction] = []
        self._played = played
        self._lives = lives(played)
        self._instruction_of = {
            deed: life.number for life in self._lives for deed in life.deeds.tolist()
        }
        start = parse_time(record.header.started)
        self._start = start if start is not None and start < _LAST_START else _UNKNOWN_START
        self._player = Player.LEADER
        self._turn = 0
        self._deed = 0
        self._moves = 0
        self._sent = 0
        self._add_start()
        for event in record.events:
            self._add(event)

    def _times(self, at: float) -> tuple[str, float]:
        return format_time(self._start + timedelta(seconds=at)), at

    def _add_start(self) -> None:
        """Where both players stand, and the first turn."""
        for player in Player:
            self.actions.append(self._movement(player, "initial", 0.0, state=0, turn=-1, move=-1))
        self._add_begin(0.0)

    def _movement(
        self, player: Player, action: str, at: float, *, state: int, turn: int, move: int
    ) -> Movement:
        after = self._played.states[state]
        return Movement(
            *self._times(at),
            turn_id=turn,
            character=CHARACTERS[player],
            action=action,
            move_id=move,
            set_result=_NO_SET,
            resulting_position=POSITIONS[after["player_cell"][player]],
            resulting_rotation=30 + 60 * int(after["player_heading"][player]),
        )

    def _add(self, event: Event) -> None:
        match event:
            case Stepped():
                self._add_step(event)
            case Instructed():
                self._add_instruction(event)
            case Finished(by="follower") | GaveUp():
                number = self._instruction_of[self._deed]
                self.actions.append(FinishCommand(*self._times(event.at), instruction_id=number))
            case TurnEnded():
                self._add_end(event.at, self._end_method(event))
                self._turn += 1
                self._player = self._player.partner
                self._add_begin(event.at)
            case GameEnded(how=GameEnd.NO_TURNS):
                self._add_end(event.at, EndMethod.GAME_ENDED)
        self._deed += type(event) in DEED_TYPES

    def _add_step(self, event: Stepped) -> None:
        deed = self._deed
        movement = self._movement(
            self._player,
            STEPS[event.action],
            event.at,
            state=deed + 1,
            turn=self._turn,
            move=self._moves,
        )
        if self._played.outcomes[deed] & _TOGGLED:
            movement.card_result = CARD_RESULTS[self._played.toggled[deed]]
        if event.score is not None:
            cards = [CARD_NAMES[kind] for kind in new_kinds(self._played, deed)]
            movement.set_result = SetResult(True, event.score, cards)
        if self._player is Player.FOLLOWER:
            movement.instruction_id = self._instruction_of[deed]
        self.actions.append(movement)
        self._moves += 1

    def _add_instruction(self, event: Instructed) -> None:
        life = self._lives[self._sent]
        steps = self._played.actions[life.deeds[: life.steps]]
        instruction = WrittenInstruction(
            *self._times(event.at),
            turn_id=self._turn,
            instruction=event.text,
            instruction_id=self._sent,
            completed=life.is_finished,
            aligned_actions=[STEPS[Action(step).word] for step in steps],
        )
        self.actions.append(instruction)
        self._sent += 1

    def _end_method(self, event: TurnEnded) -> EndMethod:
        if event.how is not TurnEnd.DONE:
            return _END_METHODS[event.how]
        if event.by == Player.FOLLOWER.word:
            return EndMethod.FINISHED
        # The button is disabled while nothing waits, the key is not.
        return EndMethod.BUTTON if self._played.states[self._deed - 1]["waiting"] else EndMethod.TAB

    def _add_begin(self, at: float) -> None:
        character = CHARACTERS[self._player]
        self.actions.append(BeginTurn(*self._times(at), turn_id=self._turn, character=character))

    def _add_end(self, at: float, method: EndMethod) -> None:
        character = CHARACTERS[self._player]
        end = EndTurn(
            *self._times(at), turn_id=self._turn, character=character, end_method=method.value
        )
        self.actions.append(end)


def format_time(time: datetime) -> str:
    """A time as the published games spell it."""
    return time.isoformat(" ", "microseconds")


def format_original(record: GameRecord, split: str | None = None) -> bytes:
    """The game as a JSON object in the published format."""
    played = replay(record)
    record = complete(record, played)
    header, end = record.header, record.end
    assert end is not None
    game = WrittenGame(
        game_id=header.game_id,
        seed=header.seed,
        num_cards=header.rules.cards,
        leader_id=header.leader.id or header.leader.name,
        follower_id=header.follower.id or header.follower.name,
        split=UNSET if split is None else "dev" if split == "development" else split,
        score=end.score,
        actions=Course(record, played).actions,
    )
    return msgspec.json.encode(game)


def write_original(games: Iterable[tuple[GameRecord, str | None]], path: Path) -> None:
    """Write games to a file in the published format, packed if its name ends in `.gz`."""
    members = (
        json.dumps(record.game_id).encode() + b": " + format_original(record, split)
        for record, split in games
    )
    data = b"{\n" + b",\n".join(members) + b"\n}\n"
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
