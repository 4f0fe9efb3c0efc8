"""Recorded games as Parquet tables, for pandas, polars, `datasets` and the like.

`games.parquet` has one row a game, `instructions.parquet` one row an instruction, finished or not,
`signals.parquet` one row for each thumb, question and remark.
What the rules compute is computed anew, so that a game which they refuse is not exported.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa
from pyarrow import parquet

from cerealbar import __version__
from cerealbar.game import Heading, Player, SignalKind, StateArray, coordinates, pose_of
from cerealbar.records.deeds import deeds, signal_events
from cerealbar.records.events import (
    RULES_VERSION,
    SCHEMA,
    DeedEvent,
    GameEnd,
    GameEnded,
    GameRecord,
    Stepped,
    TurnEnded,
)
from cerealbar.records.files import whole_file
from cerealbar.records.life import InstructionLife, lives
from cerealbar.records.replay import complete, replay
from cerealbar.records.splits import Splits
from cerealbar.records.statistics import ENDED

GAMES_TABLE, INSTRUCTIONS_TABLE = "games.parquet", "instructions.parquet"
SIGNALS_TABLE = "signals.parquet"
_ROWS_AT_ONCE = 4096
"""How many rows are kept in memory; they become a row group."""

_CELLS = pa.list_(pa.field("element", pa.int16()))
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


def _participant_columns(role: str) -> tuple[Column, ...]:
    return (
        (f"{role}_kind", pa.string(), f"what the {role} was: human, simulated, agent, program"),
        (f"{role}_name", pa.string(), f"what the {role} was called"),
        (f"{role}_id", pa.string(), f"which person the {role} was; empty if unknown"),
        (f"{role}_version", pa.string(), f"the version of an agent that was the {role}"),
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
    ("instructions_finished", pa.int32(), "of these, marked as done by the follower"),
    ("instructions_given_up", pa.int32(), "of these, given up by the follower"),
    ("instructions_cancelled", pa.int32(), "of these, withdrawn by the leader"),
    ("instructions_unfinished", pa.int32(), "of these, left when the game ended"),
    ("leader_steps", pa.int32(), "steps that the leader took"),
    ("follower_steps", pa.int32(), "steps that the follower took"),
    *_participant_columns("leader"),
    *_participant_columns("follower"),
    ("replaced", pa.bool_(), "whether a role changed hands"),
    ("sight", pa.string(), "how the follower saw the board; empty if unknown"),
    ("treatment", pa.string(), "what an experimenter chose for the game, as JSON"),
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
    ("ended_at?", pa.float64(), "when it was finished, given up or cancelled"),
    ("status", pa.string(), f"what became of it: {', '.join(ENDED)}"),
    ("reason", pa.string(), "why the follower gave it up, if it told"),
    ("steps", _STRINGS, "the follower's steps: forward, backward, left, right"),
    ("step_count", pa.int32(), "how many these are"),
    ("cards", _STRINGS, "cards that these toggled: +2po selected, -2po deselected"),
    ("sets", pa.int32(), "sets that these made"),
    ("meant_cards?", _CELLS, "cells of the cards that it asks for, in order, if known"),
    ("meant_end?", pa.int16(), "the cell on which it asks to end, if known and if it does"),
    ("meant_heading?", pa.string(), "the heading in which it asks to end, likewise"),
    *_pose_columns("follower", "the follower when it began"),
    *_pose_columns("leader", "the leader when it began"),
    *_pose_columns("end", "the follower when it ended, or after its last step"),
)


_SIGNAL_COLUMNS: tuple[Column, ...] = (
    ("game_id", pa.string(), "the game's id"),
    ("at", pa.float64(), "seconds since the game began"),
    ("by", pa.string(), "leader or follower"),
    ("kind", pa.string(), f"which: {', '.join(SignalKind)}"),
    ("text", pa.string(), "the words of a question or remark"),
    ("deeds", pa.int32(), "how many deeds of both players came before it"),
    ("instruction?", pa.int32(), "the number of the instruction that was current"),
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
SIGNALS_SCHEMA = _schema(_SIGNAL_COLUMNS)


class Exported(NamedTuple):
    """How many rows the tables have."""

    games: int
    instructions: int
    signals: int


def export_parquet(records: Iterable[GameRecord], splits: Splits, folder: Path) -> Exported:
    """Write the tables into a folder; they appear when they are whole.

    Raises:
        ReplayError: the rules refuse a game.
    """
    split_of = splits.by_game()
    held = set(splits.validation)
    with (
        _table(folder / GAMES_TABLE, GAMES_SCHEMA) as games,
        _table(folder / INSTRUCTIONS_TABLE, INSTRUCTIONS_SCHEMA) as instructions,
        _table(folder / SIGNALS_TABLE, SIGNALS_SCHEMA) as signals,
    ):
        for record in records:
            split = {"split": split_of.get(record.game_id), "validation": record.game_id in held}
            game_row, instruction_rows, signal_rows = _rows(record, split)
            games.add(game_row)
            instructions.add(*instruction_rows)
            signals.add(*signal_rows)
    return Exported(games.count, instructions.count, signals.count)


class _Table:
    """Writes rows, some thousands at once."""

    def __init__(self, writer: parquet.ParquetWriter) -> None:
        self._writer = writer
        self._rows: list[Row] = []
        self.count = 0

    def add(self, *rows: Row) -> None:
        self._rows += rows
        self.count += len(rows)
        if len(self._rows) >= _ROWS_AT_ONCE:
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


def _rows(record: GameRecord, split: Row) -> tuple[Row, list[Row], list[Row]]:
    """The row of a game, those of its instructions, and those of its signals."""
    played = replay(record)
    record = complete(record, played)
    computed = [deed for _, deed in deeds(record.events)]
    found = lives(played)
    instructions = [
        {"game_id": record.game_id, **split, "synthetic": record.header.synthetic}
        | _instruction_row(life, computed, played.states)
        for life in found
    ]
    return (
        _game_row(record, split, found),
        instructions,
        list(_signal_rows(record, found)),
    )


def _game_row(record: GameRecord, split: Row, found: Sequence[InstructionLife]) -> Row:
    header, events = record.header, record.events
    (end,) = (event for event in events if type(event) is GameEnded)
    steppers = [event.by for event in events if type(event) is Stepped]
    people = record.people
    ends = Counter(life.status for life in found)
    return {
        "game_id": record.game_id,
        "seed": header.seed,
        **split,
        "score": end.score,
        "seconds": end.at,
        "half_turns": sum(type(event) is TurnEnded for event in events),
        "ended": end.how.value,
        "instructions_sent": len(found),
        **{f"instructions_{status.replace('-', '_')}": ends[status] for status in ENDED},
        "leader_steps": steppers.count("leader"),
        "follower_steps": steppers.count("follower"),
        **{
            f"{role}_{name}": getattr(people[role][0], name)
            for role in people
            for name in ("kind", "name", "id", "version")
        },
        "replaced": any(len(who) > 1 for who in people.values()),
        "sight": header.sight,
        "treatment": msgspec.json.encode(header.treatment).decode(),
        "synthetic": header.synthetic,
        "started": header.started or None,
        "rules": msgspec.json.encode(header.rules).decode(),
        "package": header.package,
    }


def _instruction_row(
    life: InstructionLife, computed: Sequence[DeedEvent], states: StateArray
) -> Row:
    done = [computed[deed] for deed in life.deeds]
    steps = [event for event in done if isinstance(event, Stepped)]
    ended = None if life.ended is None else computed[life.ended].at
    row: Row = {
        "number": life.number,
        "text": life.text,
        "sent_at": computed[life.sent].at,
        "began_at": done[0].at if done else None,
        "ended_at": ended,
        "status": life.status.value,
        "reason": life.reason,
        "steps": [step.action for step in steps],
        "step_count": len(steps),
        "cards": [step.card for step in steps if step.card is not None],
        "sets": sum(step.score is not None for step in steps),
    }
    meant = life.meant
    if meant is not None:
        heading = None if meant.heading is None else Heading(meant.heading).word
        row |= {"meant_cards": list(meant.cards), "meant_end": meant.end, "meant_heading": heading}
    if done:
        first, last = states[life.deeds[0] :], states[life.deeds[-1] + 1 :]
        row |= _pose("follower", first, Player.FOLLOWER)
        row |= _pose("leader", first, Player.LEADER)
        row |= _pose("end", last, Player.FOLLOWER)
    return row


def _signal_rows(record: GameRecord, found: Sequence[InstructionLife]) -> Iterator[Row]:
    starts = [life.current for life in found if life.current is not None]
    begun = [life for life in found if life.current is not None]
    for before, signal in signal_events(record.events):
        place = bisect(starts, before)
        last = begun[max(0, place - 1) : place]
        yield {
            "game_id": record.game_id,
            "at": signal.at,
            "by": signal.by,
            "kind": signal.kind.value,
            "text": signal.text,
            "deeds": before,
            "instruction": next((life.number for life in last if life.is_current(before)), None),
        }


def _pose(prefix: str, states: StateArray, player: Player) -> Row:
    pose = pose_of(states, player)
    x, z = coordinates(pose.cell)
    return {f"{prefix}_x": x, f"{prefix}_z": z, f"{prefix}_heading": pose.heading.word}
