"""Recorded games: events, files, replay, examples to learn from, statistics.

Read `events.py` (what a recorded game is) first, then `replay.py`, then `corpus.py`.
"""

from cerealbar.records.alignment import AlignedInstruction, align
from cerealbar.records.codec import decode_game, encode_game, json_schema
from cerealbar.records.corpus import About, Corpus, Writer
from cerealbar.records.errors import (
    DuplicateGameError,
    FormatError,
    RecordError,
    ReplayError,
    SchemaError,
    UnknownGameError,
)
from cerealbar.records.events import (
    RULES_VERSION,
    SCHEMA,
    Event,
    Finished,
    GameEnd,
    GameEnded,
    GameRecord,
    Header,
    Instructed,
    Participant,
    RecordedRules,
    Stepped,
    TimedOut,
    TurnEnd,
    TurnEnded,
)
from cerealbar.records.examples import Examples, build_examples, load_examples
from cerealbar.records.replay import Deed, Divergence, Replay, complete, deeds, replay, verify
from cerealbar.records.selection import CRITERIA, Limits, Selection, select
from cerealbar.records.splits import Splits, make_splits, read_splits, write_splits

__all__ = [
    "CRITERIA",
    "RULES_VERSION",
    "SCHEMA",
    "About",
    "AlignedInstruction",
    "Corpus",
    "Deed",
    "Divergence",
    "DuplicateGameError",
    "Event",
    "Examples",
    "Finished",
    "FormatError",
    "GameEnd",
    "GameEnded",
    "GameRecord",
    "Header",
    "Instructed",
    "Limits",
    "Participant",
    "RecordError",
    "RecordedRules",
    "Replay",
    "ReplayError",
    "SchemaError",
    "Selection",
    "Splits",
    "Stepped",
    "TimedOut",
    "TurnEnd",
    "TurnEnded",
    "UnknownGameError",
    "Writer",
    "align",
    "build_examples",
    "complete",
    "decode_game",
    "deeds",
    "encode_game",
    "json_schema",
    "load_examples",
    "make_splits",
    "read_splits",
    "replay",
    "select",
    "verify",
    "write_splits",
]
