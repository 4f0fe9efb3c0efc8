"""Recorded games as two Parquet tables, for pandas, polars, `datasets` and the like.

`games.parquet` has one row a game, `instructions.parquet` one row an instruction, finished or not.
What the rules compute is computed anew, so that a game which they refuse is not exported.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
from pyarrow import parquet

from cerealbar import __version__
from cerealbar.game import Heading, Player, StateArray, coordinates
from cerealbar.records.events import (
    RULES_VERSION,
    SCHEMA,
    Event,
    Finished,
    GameEnd,
    GameEnded,
    GameRecord,
    Instructed,
    Stepped,
    TurnEnded,
)
from cerealbar.records.files import whole_file
from cerealbar.records.replay import Replay, annotate, deeds, replay_deeds
from cerealbar.records.splits import Splits

GAMES_TABLE, INSTRUCTIONS_TABLE = "games.parquet", "instructions.parquet"
_ROWS_AT_ONCE = 4096
"""How many rows are kept in memory; they become a row group."""

_STRINGS = pa.list_(pa.field("element", pa.string()))
Row = dict[str, Any]  # the schema says of which type each value is
Column = tuple[str, pa.DataType, str]
"""Name, type and description; a name that ends in `?` is of values that may be missing."""


def _pose_columns(prefix: str, whose: str) -> tuple[Column, ...]:
    return (
        (f"{prefix}_x?", pa.int8(), f"column of {whose}, from the west"),
        (f"{prefix}_z?", pa.int8(), f"row of {whose}, from the south"),
        (f"{prefix}_heading?", pa.string(), f"heading of {whose}: ne, e, se, sw, w or nw"),
    )


_SPLIT: tuple[Column, ...] = (
    ("split?", pa.string(), "train, development or test; missing if the game is in none"),
    ("validation", pa.bool_(), "whether it is a training game held out of parameter updates"),
)
_GAME_COLUMNS: tuple[Column, ...] = (
    ("game_id", pa.string(), "the game's id"),
    ("seed", pa.int64(), "the seed of its map and cards"),
    *_SPLIT,
    ("score", pa.int32(), "sets made"),
    ("seconds", pa.float64(), "how long the game lasted"),
    ("half_turns", pa.int32(), "turns of both players that ended, skipped ones included"),
    ("ended", pa.string(), f"how: {', '.join(GameEnd)}"),
    ("instructions_sent", pa.int32(), "instructions that the leader sent"),
    ("instructions_finished", pa.int32(), "instructions that the follower marked as done"),
    ("leader_steps", pa.int32(), "steps that the leader took"),
    ("follower_steps", pa.int32(), "steps that the follower took"),
    ("leader_kind", pa.string(), "human, or which kind of agent led"),
    ("leader_name", pa.string(), "which one; empty if unknown"),
    ("follower_kind", pa.string(), "human, or which kind of agent followed"),
    ("follower_name", pa.string(), "which one; empty if unknown"),
    ("synthetic", pa.bool_(), "whether no person took part"),
    ("started?", pa.string(), "date and time in ISO 8601, if known"),
    ("rules", pa.string(), "the rules of the game, as JSON"),
    ("package", pa.string(), "the version of cerealbar that recorded it"),
)
_INSTRUCTION_COLUMNS: tuple[Column, ...] = (
    ("game_id", pa.string(), "the game's id"),
    ("number", pa.int32(), "the how-manieth instruction of its game, from 0"),
    *_SPLIT,
    ("synthetic", pa.bool_(), "whether no person took part in the game"),
    ("text", pa.string(), "what the leader wrote"),
    ("sent_at", pa.float64(), "seconds since the game began"),
    ("began_at?", pa.float64(), "when the follower first acted under it"),
    ("finished_at?", pa.float64(), "when the follower marked it as done"),
    ("finished", pa.bool_(), "whether the follower marked it as done"),
    ("steps", _STRINGS, "the follower's steps: forward, backward, left, right"),
    ("step_count", pa.int32(), "how many these are"),
    ("cards", _STRINGS, "cards that these toggled: +2po selected, -2po deselected"),
    ("sets", pa.int32(), "sets that these made"),
    *_pose_columns("follower", "the follower when it began"),
    *_pose_columns("leader", "the leader when it began"),
    *_pose_columns("end", "the follower when it ended, or after its last step"),
)


def _schema(columns: Iterable[Column]) -> pa.Schema:
    fields = [
        pa.field(
            name.removesuffix("?"),
            kind,
            nullable=name.endswith("?"),
            metadata={"description": description},
        )
        for name, kind, description in columns
    ]
    versions = {"cerealbar": __version__, "schema": str(SCHEMA), "rules": str(RULES_VERSION)}
    return pa.schema(fields, metadata=versions)


GAMES_SCHEMA = _schema(_GAME_COLUMNS)
INSTRUCTIONS_SCHEMA = _schema(_INSTRUCTION_COLUMNS)


class Exported(NamedTuple):
    """How many rows the tables have."""

    games: int
    instructions: int


def export_parquet(records: Iterable[GameRecord], splits: Splits, folder: Path) -> Exported:
    """Write both tables into a folder; they appear when they are whole.

    Raises:
        ReplayError: the rules refuse a game.
    """
    split_of = splits.by_game()
    held = set(splits.validation)
    with (
        _table(folder / GAMES_TABLE, GAMES_SCHEMA) as games,
        _table(folder / INSTRUCTIONS_TABLE, INSTRUCTIONS_SCHEMA) as instructions,
    ):
        for record in records:
            split = {"split": split_of.get(record.game_id), "validation": record.game_id in held}
            game_row, instruction_rows = _rows(record, split)
            games.add(game_row)
            for instruction_row in instruction_rows:
                instructions.add(instruction_row)
    return Exported(games.count, instructions.count)


class _Table:
    """Writes rows, some thousands at once."""

    def __init__(self, writer: parquet.ParquetWriter) -> None:
        self._writer = writer
        self._rows: list[Row] = []
        self.count = 0

    def add(self, row: Row) -> None:
        self._rows.append(row)
        self.count += 1
        if len(self._rows) == _ROWS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        if self._rows:
            self._writer.write(pa.Table.from_pylist(self._rows, self._writer.schema))
            self._rows.clear()


@contextmanager
def _table(path: Path, schema: pa.Schema) -> Iterator[_Table]:
    with (
        whole_file(path) as temporary,
        parquet.ParquetWriter(temporary, schema, compression="zstd") as writer,
    ):
        table = _Table(writer)
        yield table
        table.flush()


@dataclass(slots=True)
class _Span:
    """What the follower did under an instruction; `first` and `last` are indices of deeds."""

    text: str
    sent_at: float
    began_at: float | None = None
    finished_at: float | None = None
    first: int = -1
    last: int = -1
    steps: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    sets: int = 0

    def add(self, index: int, deed: Stepped | Finished) -> None:
        """Count a deed of the follower."""
        if self.began_at is None:
            self.began_at, self.first = deed.at, index
        self.last = index
        if isinstance(deed, Finished):
            self.finished_at = deed.at
            return
        self.steps.append(deed.action)
        if deed.card is not None:
            self.cards.append(deed.card)
        self.sets += deed.score is not None


def _spans(events: Iterable[Event]) -> list[_Span]:
    spans: list[_Span] = []
    current = 0
    true_deeds = (event for event in events if not isinstance(event, TurnEnded | GameEnded))
    for index, deed in enumerate(true_deeds):
        if isinstance(deed, Instructed):
            spans.append(_Span(deed.text, deed.at))
        elif isinstance(deed, Stepped | Finished) and deed.by == "follower":
            spans[current].add(index, deed)
            current += isinstance(deed, Finished)
    return spans


def _rows(record: GameRecord, split: Row) -> tuple[Row, list[Row]]:
    """The row of a game and those of its instructions."""
    found = deeds(record.events)
    played = replay_deeds(record.header, found)
    events = tuple(annotate([deed for _, deed in found], played, record.end))
    spans = _spans(events)
    instructions = [
        _instruction_row(record, split, number, span, played.states)
        for number, span in enumerate(spans)
    ]
    return _game_row(record, split, events, played, spans), instructions


def _game_row(
    record: GameRecord, split: Row, events: tuple[Event, ...], played: Replay, spans: list[_Span]
) -> Row:
    header = record.header
    steppers = [event.by for event in events if isinstance(event, Stepped)]
    last = events[-1] if events else None
    return {
        "game_id": record.game_id,
        "seed": header.seed,
        **split,
        "score": int(played.states["score"][-1]),
        "seconds": last.at if last else 0.0,
        "half_turns": sum(isinstance(event, TurnEnded) for event in events),
        "ended": (last.how if isinstance(last, GameEnded) else GameEnd.ABANDONED).value,
        "instructions_sent": len(spans),
        "instructions_finished": sum(span.finished_at is not None for span in spans),
        "leader_steps": steppers.count("leader"),
        "follower_steps": steppers.count("follower"),
        "leader_kind": header.leader.kind,
        "leader_name": header.leader.name,
        "follower_kind": header.follower.kind,
        "follower_name": header.follower.name,
        "synthetic": header.synthetic,
        "started": header.started or None,
        "rules": msgspec.json.encode(header.rules).decode(),
        "package": header.package,
    }


def _instruction_row(
    record: GameRecord, split: Row, number: int, span: _Span, states: StateArray
) -> Row:
    row: Row = {
        "game_id": record.game_id,
        "number": number,
        **split,
        "synthetic": record.header.synthetic,
        "text": span.text,
        "sent_at": span.sent_at,
        "began_at": span.began_at,
        "finished_at": span.finished_at,
        "finished": span.finished_at is not None,
        "steps": span.steps,
        "step_count": len(span.steps),
        "cards": span.cards,
        "sets": span.sets,
    }
    if span.began_at is not None:
        row |= _pose("follower", states[span.first], Player.FOLLOWER)
        row |= _pose("leader", states[span.first], Player.LEADER)
        row |= _pose("end", states[span.last + 1], Player.FOLLOWER)
    return row


def _pose(prefix: str, state: np.void, player: Player) -> Row:
    x, z = coordinates(int(state["player_cell"][player]))
    heading = Heading(state["player_heading"][player]).word
    return {f"{prefix}_x": x, f"{prefix}_z": z, f"{prefix}_heading": heading}
