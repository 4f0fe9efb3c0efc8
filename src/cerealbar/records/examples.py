"""Instruction-level examples: what learning and evaluation need of recorded games, as arrays.

The deeds of all games lie in one long log; an example is the range of it from the follower's first
deed under an instruction to the one that finished it, with the leader's turns in between
(paper, Sections 5 and 6).
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import numpy as np
from numpy.typing import NDArray

from cerealbar.game import STATE, Action, Array, Player, SignalKind, StateArray, kernel
from cerealbar.records.corpus import Corpus
from cerealbar.records.deeds import signal_events
from cerealbar.records.events import RULES_VERSION, SCHEMA, GameRecord, Meant
from cerealbar.records.life import lives
from cerealbar.records.replay import replay

_VERSION = 3  # rises whenever the same games would yield other arrays
_FOLLOWER, _TIME_OUT = int(Player.FOLLOWER), int(Action.TIME_OUT)
_ALONG = {
    "games": ("game_ids",),
    "examples": (
        *("texts", "meant", "game", "number", "first", "last", "start", "final"),
        *("touched", "changed", "sets_left"),
    ),
    "games and their end": ("game_first",),
    "deeds": ("players", "actions", "cells", "headings"),
    "signals": ("signal_deeds", "signal_game", "signal_kinds", "signal_texts"),
}
"""Of what each field has one for each."""
_INDICES = {
    "games": ("game", "signal_game"),
    "deeds": ("first", "last", "game_first", "signal_deeds"),
}
"""The fields that are indices, and of what."""


@dataclass(frozen=True, slots=True)
class Examples:
    """The finished instructions of some games, in order; N examples, G games, D deeds."""

    game_ids: tuple[str, ...]
    texts: tuple[str, ...]
    """(N,): the instructions."""
    meant: tuple[Meant | None, ...]
    """(N,): what they ask for, where that is known."""
    game: NDArray[np.int32]
    """(N,): index into `game_ids`."""
    number: NDArray[np.int32]
    """(N,): the how-manieth instruction of its game, from 0."""
    first: NDArray[np.int64]
    """(N,): the follower's first deed under the instruction, in the log."""
    last: NDArray[np.int64]
    """(N,): the deed that finished it."""
    start: StateArray
    """(N,): before the first deed; it has the steps left in the turn and the queue."""
    final: StateArray
    """(N,): before the last deed."""
    touched: NDArray[np.uint32]
    """(N,): bit per card slot of `start`: the follower stepped onto the card."""
    changed: NDArray[np.uint32]
    """(N,): bit per card slot of `start`: it did so an odd number of times."""
    sets_left: NDArray[np.int16]
    """(N,): sets made from `start` to the end of the game."""
    game_first: NDArray[np.int64]
    """(G + 1,): where each game begins in the log."""
    players: NDArray[np.uint8]
    """(D,): the log: who."""
    actions: NDArray[np.uint8]
    """(D,): the log: what."""
    cells: NDArray[np.int16]
    """(D,): where the follower was before the deed."""
    headings: NDArray[np.uint8]
    """(D,): where the follower looked before the deed."""
    signal_deeds: NDArray[np.int64]
    """(S,): where in the log a player signalled: before this deed, and after the one before it."""
    signal_game: NDArray[np.int32]
    """(S,): index into `game_ids`; after the last deed of a game, `signal_deeds` is the next's."""
    signal_kinds: tuple[SignalKind, ...]
    signal_texts: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.texts)

    def first_of_game(self, example: int) -> int:
        """The first example of an example's game."""
        return int(np.searchsorted(self.game, self.game[example]))

    def follower_deeds(self, example: int) -> NDArray[np.int64]:
        """The log indices of what the follower did in an example, the finishing deed included."""
        log = slice(self.first[example], self.last[example] + 1)
        is_deed = (self.players[log] == _FOLLOWER) & (self.actions[log] != _TIME_OUT)
        return log.start + np.flatnonzero(is_deed)

    def follower_actions(self, example: int) -> NDArray[np.uint8]:
        """What the follower did in an example, ending with `Action.DONE`."""
        return self.actions[self.follower_deeds(example)]


_HINTS = get_type_hints(Examples)
_TYPES: dict[str, Any] = {name: kind for name, kind in _HINTS.items() if get_origin(kind) is tuple}
"""The fields that are no arrays; as type forms have no type, of any."""
_DTYPES = {
    name: STATE if name in ("start", "final") else np.dtype(get_args(get_args(kind)[1])[0])
    for name, kind in _HINTS.items()
    if name not in _TYPES
}
_BYTES = np.dtype((np.void, STATE.itemsize))


@kernel
def find_cards(
    players: Array, actions: Array, states: Array, first: int, last: int
) -> tuple[np.uint32, np.uint32]:
    """The card slots of the first state that the follower stepped onto, and those oddly often."""
    start = states[first]
    touched = np.uint32(0)
    changed = np.uint32(0)
    for i in range(first, last):
        if players[i] == _FOLLOWER and actions[i] <= Action.BACKWARD:
            cell = states[i + 1].player_cell[_FOLLOWER]
            for slot in range(np.int64(start.cards)):
                if start.card_cell[slot] == cell:
                    bit = np.uint32(1) << np.uint32(slot)
                    touched |= bit
                    changed ^= bit
    return touched, changed


@kernel
def _fill_cards(
    players: Array,
    actions: Array,
    states: Array,
    first: Array,
    last: Array,
    touched: Array,
    changed: Array,
) -> None:
    for i in range(len(first)):
        touched[i], changed[i] = find_cards(players, actions, states, first[i], last[i])


def _examples_of(record: GameRecord) -> Examples:
    """The finished instructions of one game."""
    played = replay(record)
    players, actions, states = played.players, played.actions, played.states
    finished = [life for life in lives(played) if life.is_finished]
    told = signal_events(record.events)
    first = np.array([life.deeds[0] for life in finished], np.int64)
    last = np.array([life.deeds[-1] for life in finished], np.int64)
    touched, changed = np.empty((2, len(finished)), np.uint32)
    _fill_cards(players, actions, states, first, last, touched, changed)
    before = states[:-1]
    return Examples(
        game_ids=(record.game_id,),
        texts=tuple([life.text for life in finished]),
        meant=tuple([life.meant for life in finished]),
        game=np.zeros(len(finished), np.int32),
        number=np.array([life.number for life in finished], np.int32),
        first=first,
        last=last,
        start=states[first],
        final=states[last],
        touched=touched,
        changed=changed,
        sets_left=states["score"][-1] - states["score"][first],
        game_first=np.array([0, len(players)]),
        players=players,
        actions=actions,
        # Copied, so that the states of no game but this one are kept in memory.
        cells=before["player_cell"][:, _FOLLOWER].copy(),
        headings=before["player_heading"][:, _FOLLOWER].copy(),
        signal_deeds=np.array([deed for deed, _ in told], np.int64),
        signal_game=np.zeros(len(told), np.int32),
        signal_kinds=tuple([signal.kind for _, signal in told]),
        signal_texts=tuple([signal.text for _, signal in told]),
    )


def _joined(parts: Sequence[Examples]) -> Examples:
    """The examples of several games, one after the other."""
    before = {
        "games": np.arange(len(parts)),
        "deeds": np.cumsum([0, *(len(part.actions) for part in parts)]),
    }
    offsets = {name: before[of] for of, names in _INDICES.items() for name in names}
    values: dict[str, Any] = {}
    for name in (field.name for field in fields(Examples)):
        found = [getattr(part, name) for part in parts]
        if name in _TYPES:
            values[name] = tuple([value for part in found for value in part])
            continue
        if name == "game_first":  # where a game ends, the next one begins
            found = [*(firsts[:-1] for firsts in found), np.zeros(1, np.int64)]
        dtype = _DTYPES[name]
        if dtype == STATE:  # as plain bytes, since NumPy would compare all fields of all parts
            dtype, found = _BYTES, [part.view(_BYTES) for part in found]
        if name in offsets:
            found = [part + start for part, start in zip(found, offsets[name], strict=False)]
        joined = np.concatenate([np.empty(0, dtype), *found], dtype=dtype)
        values[name] = joined.view(STATE) if dtype == _BYTES else joined
    return Examples(**values)


def excerpt(examples: Examples, first: int, end: int) -> Examples:
    """The examples from `first` to `end` - 1, which are all of their games, with nothing else.

    The arrays are copies, so that what is sent or kept is no larger than it says.
    """
    games = slice(0, 0)
    if first < end:
        games = slice(int(examples.game[first]), int(examples.game[end - 1]) + 1)
    log = slice(*examples.game_first[[games.start, games.stop]].tolist())
    told = slice(*np.searchsorted(examples.signal_game, [games.start, games.stop]).tolist())
    cuts = {
        "games": games,
        "examples": slice(first, end),
        "games and their end": slice(games.start, games.stop + 1),
        "deeds": log,
        "signals": told,
    }
    values = {
        name: getattr(examples, name)[cuts[what]]
        for what, names in _ALONG.items()
        for name in names
    }
    for name, value in values.items():
        if isinstance(value, np.ndarray):
            values[name] = np.array(value)
    for name in _INDICES["games"]:
        values[name] -= games.start
    for name in _INDICES["deeds"]:
        values[name] -= log.start
    return Examples(**values)


def build_examples(records: Iterable[GameRecord]) -> Examples:
    """The finished instructions of some games.

    Raises:
        ReplayError: the rules refuse a game.

    Examples:
        >>> from cerealbar.agents import make_follower, make_leader, play_games
        >>> games = play_games(make_leader("scripted"), make_follower("oracle"), [7])
        >>> examples = build_examples(games)
        >>> len(examples), examples.start.shape
        (40, (40,))
    """
    return _joined([_examples_of(record) for record in records])


def load_examples(corpus: Corpus, game_ids: Iterable[str] | None = None) -> Examples:
    """The examples of a corpus, or of some of its games, kept in its `.cache` for the next time.

    What is kept is found by content: other games, other rules or another version of this package
    make another entry.
    """
    wanted = tuple(corpus.game_ids if game_ids is None else game_ids)
    folder = corpus.folder / ".cache" / f"examples-{_content_key(corpus, wanted)}"
    if not folder.is_dir():
        _store(build_examples(corpus.games(wanted)), folder)
    return _load(folder)


def _content_key(corpus: Corpus, game_ids: tuple[str, ...]) -> str:
    digests = {entry.game_id: entry.digest for entry in corpus.entries}
    content: list[object] = [_VERSION, SCHEMA, RULES_VERSION, STATE.descr]
    content += [digests[game_id] for game_id in game_ids if game_id in digests]
    return hashlib.blake2b(json.dumps(content).encode(), digest_size=12).hexdigest()


def _store(examples: Examples, folder: Path) -> None:
    """Write all arrays to a new folder, which appears when it is whole."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as name:
        temporary = Path(name)
        for field in fields(Examples):
            value = getattr(examples, field.name)
            if isinstance(value, tuple):
                (temporary / f"{field.name}.json").write_bytes(msgspec.json.encode(value))
            else:
                np.save(temporary / f"{field.name}.npy", value, allow_pickle=False)
        try:
            temporary.rename(folder)
        except OSError:
            if not folder.is_dir():  # another process was first
                raise


def _load(folder: Path) -> Examples:
    values: dict[str, object] = {}
    for field in fields(Examples):
        if (kind := _TYPES.get(field.name)) is not None:
            told = (folder / f"{field.name}.json").read_bytes()
            values[field.name] = msgspec.json.decode(told, type=kind)
        else:
            path = folder / f"{field.name}.npy"
            is_large = path.stat().st_size > 4096  # an empty array cannot be mapped
            array = np.load(path, mmap_mode="r" if is_large else None)
            # A file does not tell that fields are aligned, and compiled code would be made anew.
            values[field.name] = array.view(STATE) if array.dtype.names else array
    return Examples(**values)  # type: ignore[arg-type]  # the fields are checked by name above
