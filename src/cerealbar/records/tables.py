"""Recorded games as Parquet tables, for pandas, polars, `datasets` and the like.

`games.parquet` has one row a game, `instructions.parquet` one row an instruction, finished or not,
`signals.parquet` one row for each thumb, question and remark; `tables.toml` has their columns.
What the rules compute is computed anew, so that a game which they refuse is not exported.
"""

import tomllib
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

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

Row = dict[str, Any]  # the schema says of which type each value is
_LISTS = {
    "strings": pa.list_(pa.field("element", pa.string())),
    "cells": pa.list_(pa.field("element", pa.int16())),
}


def _schema(table: str) -> pa.Schema:
    """The columns that `tables.toml` has for a table."""
    text = files("cerealbar.records").joinpath("tables.toml").read_text(encoding="utf-8")
    words = {"ends": GameEnd, "statuses": ENDED, "signals": SignalKind}
    listed = {name: ", ".join(values) for name, values in words.items()}
    fields = [
        pa.field(
            name.removesuffix("?"),
            _LISTS.get(kind) or pa.type_for_alias(kind),
            nullable=name.endswith("?"),
            metadata={"description": meaning.format(**listed)},
        )
        for name, kind, meaning in tomllib.loads(text)[table]
    ]
    versions = {"cerealbar": __version__, "schema": str(SCHEMA), "rules": str(RULES_VERSION)}
    return pa.schema(fields, metadata=versions)


GAMES_SCHEMA, INSTRUCTIONS_SCHEMA, SIGNALS_SCHEMA = map(
    _schema, ("games", "instructions", "signals")
)


def export_parquet(records: Iterable[GameRecord], splits: Splits, folder: Path) -> dict[str, int]:
    """Write the tables into a folder, where they appear when they are whole; how many rows of what.

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
    return {"games": games.count, "instructions": instructions.count, "signals": signals.count}


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
