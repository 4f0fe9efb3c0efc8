"""Frames: a recorded game as the states that people see one after the other.

The rules are run here, so that what shows the frames needs to know none. Frame 0 is the start; one
frame follows for each deed, and one for the end of the game: frame `f` shows `states[f]`, which
deed `f - 1` led to. Cards and turns last for several frames.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from cerealbar.game import (
    CARDS,
    UNLIMITED,
    Outcome,
    Player,
    PlayerWord,
    StateArray,
    Status,
    is_invalid,
)
from cerealbar.records.deeds import deeds
from cerealbar.records.events import NOTES, Event, GameRecord, Header, TurnEnd, TurnEnded
from cerealbar.records.life import InstructionLife, StatusChange, lives, status_changes
from cerealbar.records.replay import Replay, replay, turn_end
from cerealbar.records.show.wording import (
    START,
    deed_sentence,
    deed_word,
    end_sentence,
    note_sentence,
)

CardNumbers = NDArray[np.int64]


class ShownCard(msgspec.Struct, frozen=True):
    """A card and the frames in which it lies on the board."""

    kind: int
    name: str
    cell: int
    first: int
    gone: int | None
    """The first frame without it."""


class ShownTurn(msgspec.Struct, frozen=True):
    """A turn: it begins with the state of frame `first` and ends with the deed of frame `last`."""

    by: PlayerWord
    first: int
    last: int
    how: TurnEnd | None
    """None if the recording stops before the turn ends."""


class ShownSet(msgspec.Struct, frozen=True):
    """A set, and the cards that came in its place."""

    by: PlayerWord
    frame: int
    score: int
    half_turns_added: int
    cards: tuple[int, ...]
    new_cards: tuple[int, ...]


def frames_with(played: Replay, outcome: Outcome) -> list[int]:
    """The frames whose deeds had an outcome."""
    found: list[int] = (np.flatnonzero(played.outcomes & int(outcome)) + 1).tolist()
    return found


def toggled_card(played: Replay, numbers: CardNumbers, frame: int) -> int:
    """The number of the card that a frame's step toggled."""
    cell = played.states[frame]["player_cell"][played.players[frame - 1]]
    slot = np.flatnonzero(played.states[frame - 1]["card_cell"] == cell)[0]
    return int(numbers[frame - 1][slot])


def cards_in_slots(played: Replay) -> CardNumbers:
    """(deeds + 1, slots): the number of the card that lies in each slot in each frame.

    Cards are numbered in the order in which they appear.
    """
    slots = int(played.states[0]["cards"])
    numbers = np.tile(np.arange(slots), (len(played.states), 1))
    for frame in frames_with(played, Outcome.SET_MADE):
        replaced = played.replaced_slots(frame - 1)
        newest = int(numbers[frame].max()) + 1
        numbers[frame:, replaced] = np.arange(newest, newest + len(replaced))
    return numbers


def shown_cards(played: Replay, numbers: CardNumbers) -> Iterator[ShownCard]:
    """Every card of the game, by number."""
    for number in range(int(numbers.max()) + 1):
        frames, slots = np.nonzero(numbers == number)
        first, gone = int(frames[0]), int(frames[-1]) + 1
        state, slot = played.states[first], slots[0]
        kind, cell = int(state["card_kind"][slot]), int(state["card_cell"][slot])
        is_last = gone == len(numbers)
        yield ShownCard(kind, str(CARDS[kind]), cell, first, None if is_last else gone)


def shown_sets(played: Replay, numbers: CardNumbers) -> Iterator[ShownSet]:
    """Every set of the game."""
    for frame in frames_with(played, Outcome.SET_MADE):
        before, after = played.states[frame - 1], played.states[frame]
        is_new = numbers[frame] != numbers[frame - 1]
        yield ShownSet(
            by=Player(played.players[frame - 1]).word,
            frame=frame,
            score=int(after["score"]),
            half_turns_added=_added(before, int(before["score"])),
            cards=tuple(numbers[frame - 1][is_new].tolist()),
            new_cards=tuple(numbers[frame][is_new].tolist()),
        )


def _added(state: np.void, sets: int) -> int:
    """The half-turns that the set after so many brings."""
    extra = state["extra_half_turns"]
    is_limited = state["half_turns_left"] >= 0
    return int(extra[sets]) if is_limited and sets < len(extra) else 0


def shown_turns(played: Replay) -> Iterator[ShownTurn]:
    """Every turn of the game, skipped ones included."""
    first = 0
    for frame in frames_with(played, Outcome.TURN_ENDED):
        by = Player(played.states[frame - 1]["turn"]).word
        yield ShownTurn(by, first, frame, turn_end(played.deeds[frame - 1]))
        if int(played.outcomes[frame - 1]) & Outcome.SKIPPED:
            yield ShownTurn("follower", frame, frame, TurnEnd.SKIPPED)
        first = frame
    if not played.is_over:
        yield ShownTurn(Player(played.states[-1]["turn"]).word, first, len(played.actions), None)


PoseNumbers = tuple[int, int]
"""A cell and a heading."""


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """The game after some of its events."""

    event: int
    """How many events of the record have happened."""
    at: float
    """Seconds since the game began."""
    by: PlayerWord | None = None
    """Who acted; nobody at the start and at the end."""
    deed: str
    """`start`, the action's word, or `end`."""
    headline: str
    card: int | None = None
    """The card that was selected or deselected: index into the film's cards."""
    leader: PoseNumbers
    follower: PoseNumbers
    selected: tuple[int, ...]
    """Indices into the film's cards."""
    is_invalid: bool
    turn: PlayerWord
    steps_left: int
    half_turns_left: int | None
    """None if turns never run out."""
    score: int
    changes: tuple[StatusChange, ...]
    """The instructions that have another status than in the frame before."""
    current: int | None
    """The number of the current instruction."""
    instruction: int | None = None
    """The number of the instruction that the deed sent, finished or gave up."""
    notes: tuple[str, ...] = ()
    """What happened beside the game after the deed, in sentences."""
    is_over: bool


class Film(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A recorded game as frames, and what spans several of them."""

    header: Header
    states: StateArray
    """By frame; the end shows the last one again."""
    frames: tuple[Frame, ...]
    cards: tuple[ShownCard, ...]
    instructions: tuple[InstructionLife, ...]
    turns: tuple[ShownTurn, ...]
    sets: tuple[ShownSet, ...]


def film(record: GameRecord) -> Film:
    """The frames of a recorded game.

    Raises:
        ReplayError: the rules refuse a deed.
        MapError: the header's seed has no map.
    """
    played = replay(record)
    numbers = cards_in_slots(played)
    found = lives(played)
    sets = tuple(shown_sets(played, numbers))
    return Film(
        header=record.header,
        states=played.states,
        frames=tuple(_frames(record, played, numbers, found, sets)),
        cards=tuple(shown_cards(played, numbers)),
        instructions=found,
        turns=tuple(shown_turns(played)),
        sets=sets,
    )


def frame_changes(frames: tuple[Frame, ...]) -> list[dict[str, Any]]:  # values of any JSON type
    """The first frame, then of each other only the fields that differ from the one before."""
    rows = [msgspec.structs.asdict(frame) for frame in frames]
    return rows[:1] + [
        {name: value for name, value in row.items() if value != before[name]}
        for before, row in pairwise(rows)
    ]


def way(shown: Film, frame: int) -> list[int]:
    """The cells where the player of a frame's deed was in that turn so far, in order."""
    turn = next((turn for turn in shown.turns if turn.first < frame <= turn.last), None)
    if turn is None:
        return []
    poses = [getattr(shown.frames[i], turn.by) for i in range(turn.first, frame + 1)]
    return [cell for cell, _ in groupby(cell for cell, _ in poses)]


def _frames(
    record: GameRecord,
    played: Replay,
    numbers: CardNumbers,
    found: Sequence[InstructionLife],
    sets: Iterable[ShownSet],
) -> Iterator[Frame]:
    added = {made.frame: made.half_turns_added for made in sets}
    queue = list(_queue(found, played))
    subjects = {life.sent + 1: life.number for life in found}
    subjects |= {
        life.ended + 1: life.number
        for life in found
        if life.ended is not None and life.status is not Status.CANCELLED
    }
    notes = _notes(record.events)
    frame = Frame(
        event=0, at=0.0, deed="start", headline=START, notes=notes[0],
        **queue[0], **_situation(played.states[0], numbers[0]),
    )  # fmt: skip
    yield frame
    for i, (index, deed) in enumerate(deeds(record.events), start=1):
        outcome = Outcome(int(played.outcomes[i - 1]))
        frame = Frame(
            event=index + 1,
            at=deed.at,
            by=Player(played.players[i - 1]).word,
            deed=deed_word(deed),
            headline=deed_sentence(
                deed,
                outcome,
                instruction=subjects.get(i, 0) + 1,
                sign=int(played.toggled[i - 1]),
                added=added.get(i, 0),
            ),
            card=toggled_card(played, numbers, i) if Outcome.TOGGLED in outcome else None,
            instruction=subjects.get(i),
            notes=notes[i],
            **queue[i],
            **_situation(played.states[i], numbers[i]),
        )
        yield frame
    if record.end is not None:
        yield msgspec.structs.replace(
            frame,
            event=len(record.events),
            at=record.end.at,
            by=None,
            deed="end",
            headline=end_sentence(record.end, frame.score),
            card=None,
            instruction=None,
            notes=notes[-1],
            is_over=True,
            **queue[-1],
        )


def _queue(
    found: Sequence[InstructionLife], played: Replay
) -> Iterator[dict[str, Any]]:  # the fields of a frame
    """What becomes of the instructions in each frame."""
    current = None
    for changes in status_changes(found, played):
        for number, status in changes:
            if status is Status.CURRENT:
                current = number
            elif number == current:
                current = None
        yield {"changes": tuple(changes), "current": current}


def _notes(events: Iterable[Event]) -> list[tuple[str, ...]]:
    """What happened beside the game after each frame's deed, or after the end."""
    notes: list[list[str]] = [[]]
    for event in events:
        if isinstance(event, NOTES):
            notes[-1].append(note_sentence(event))
        elif not isinstance(event, TurnEnded):
            notes.append([])
    return [tuple(told) for told in notes]


def _situation(state: np.void, numbers: CardNumbers) -> dict[str, Any]:  # the fields of a frame
    """What a frame shows of a state; `numbers` are those of the cards in its slots."""
    left = int(state["half_turns_left"])
    return {
        "leader": _pose(state, Player.LEADER),
        "follower": _pose(state, Player.FOLLOWER),
        "selected": tuple(numbers[state["selected"] >> np.arange(len(numbers)) & 1 > 0].tolist()),
        "is_invalid": bool(is_invalid(state)),
        "turn": Player(state["turn"]).word,
        "steps_left": int(state["steps_left"]),
        "half_turns_left": None if left == UNLIMITED else left,
        "score": int(state["score"]),
        "is_over": left == 0,
    }


def _pose(state: np.void, player: Player) -> PoseNumbers:
    return int(state["player_cell"][player]), int(state["player_heading"][player])
