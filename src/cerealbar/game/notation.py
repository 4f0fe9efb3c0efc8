"""One line of text for any state, both ways.

A state is a list of `name=value` fields in a fixed order:

    map=...       rows from z = 0, joined by `/`; tiles from x = 0, each with an optional count
                  before it and `*` after it if the cell is taken (no new card appears there).
                  g grass, p path, w water, d deep water, h hill, s short hill, m low hill;
                  T and a letter: a tree, P and a letter: a plant or lamp,
                  S, a letter and a letter for the heading: a structure
    cards=...     by slot, such as 2po@10,14 and + if selected; joined by `;`
    leader=x,z,heading    follower=x,z,heading
    turn=leader   steps=5   left=12 (half-turns, or `unlimited`)   queue=0   score=0
    limits=5,10 (steps a turn)   extra=10,8,... (half-turns a set adds)
    rng=32 hex digits   seed=42 (or `none`)
    cancel=own-turn (or `any-turn`), left out where the leader cannot cancel
"""

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cerealbar.errors import CerealBarError
from cerealbar.game.cards import CARDS, format_card, parse_card
from cerealbar.game.errors import NotationError
from cerealbar.game.hexgrid import (
    CELLS,
    IS_BORDER,
    WIDTH,
    Heading,
    cell_at,
    coordinates,
    parse_heading,
)
from cerealbar.game.prng import MAX_SEED
from cerealbar.game.rules import MAX_CARDS, MAX_EXTRA, MAX_STEPS, UNLIMITED, Cancelling
from cerealbar.game.state import STATE, Player, StateArray
from cerealbar.game.tiles import IS_PASSABLE, TILES, Tile
from cerealbar.game.turns import MAX_WAITING

_FIELDS = (
    *("map", "cards", "leader", "follower", "turn", "steps", "left", "queue", "score"),
    *("limits", "extra", "rng", "seed"),
)
_CANCEL = "cancel"
_CANCELLING = tuple(Cancelling)
_MAX_LEFT = MAX_STEPS + 255 * MAX_EXTRA  # half-turns: all that rules begin with, and add

Value = TypeVar("Value")


def _tile_token(tile: Tile) -> str:
    if tile.prop is None:
        return tile.terrain.letter
    return tile.prop.letters + ("" if tile.heading is None else "abcdef"[tile.heading])


_TOKENS = tuple(map(_tile_token, TILES))
_TOKEN = re.compile(rf"(\d*)({'|'.join(_TOKENS)})(\*?)")
_CODES = {token: code for code, token in enumerate(_TOKENS)}


def format_state(states: StateArray, index: int = 0) -> str:
    """One game of an array as a line of text that `parse_state` reads back."""
    state = states[index]
    left = int(state["half_turns_left"])
    limits = state["step_limits"]
    extra = ",".join(str(value) for value in np.trim_zeros(state["extra_half_turns"], "b"))
    values = (
        _format_map(state),
        _format_cards(state),
        *(_format_pose(state, player) for player in Player),
        Player(state["turn"]).word,
        state["steps_left"],
        "unlimited" if left == UNLIMITED else left,
        state["waiting"],
        state["score"],
        f"{limits[0]},{limits[1]}",
        extra or "none",
        "".join(f"{word:08x}" for word in state["rng"]),
        "none" if state["seed"] < 0 else state["seed"],
    )
    parts = [f"{name}={value}" for name, value in zip(_FIELDS, values, strict=True)]
    if state["cancelling"]:
        parts.append(f"{_CANCEL}={_CANCELLING[state['cancelling']]}")
    return " ".join(parts)


def _taken_cells(state: np.void) -> NDArray[np.uint8]:
    return np.unpackbits(state["taken"], count=CELLS, bitorder="little")


def _format_map(state: np.void) -> str:
    cells = zip(state["tile"], _taken_cells(state), strict=True)
    tokens = [_TOKENS[code] + "*" * int(mark) for code, mark in cells]
    return "/".join(_join_runs(tokens[row : row + WIDTH]) for row in range(0, CELLS, WIDTH))


def _join_runs(tokens: Sequence[str]) -> str:
    runs = ((token, len(list(same))) for token, same in groupby(tokens))
    return "".join(f"{count if count > 1 else ''}{token}" for token, count in runs)


def _format_cards(state: np.void) -> str:
    cards = []
    for slot in range(state["cards"]):
        x, z = coordinates(state["card_cell"][slot])
        mark = "+" if state["selected"] >> slot & 1 else ""
        cards.append(f"{format_card(CARDS[state['card_kind'][slot]])}@{x},{z}{mark}")
    return ";".join(cards)


def _format_pose(state: np.void, player: Player) -> str:
    x, z = coordinates(state["player_cell"][player])
    return f"{x},{z},{Heading(state['player_heading'][player]).word}"


def parse_state(line: str) -> StateArray:
    """The game that a line describes, as an array of one.

    Raises:
        NotationError: the line is not what `format_state` writes.
    """
    fields = _split_fields(line)
    states = np.zeros(1, STATE)
    state = states[0]
    _read("map", fields, lambda text: _parse_map(text, state))
    _read("cards", fields, lambda text: _parse_cards(text, state))
    _read("leader", fields, lambda text: _parse_pose(text, state, Player.LEADER))
    _read("follower", fields, lambda text: _parse_pose(text, state, Player.FOLLOWER))
    state["turn"] = _read("turn", fields, _parse_player)
    state["steps_left"] = _read("steps", fields, _integer(0, MAX_STEPS))
    state["half_turns_left"] = _read("left", fields, _parse_left)
    state["waiting"] = _read("queue", fields, _integer(0, MAX_WAITING))
    state["score"] = _read("score", fields, _integer(0, MAX_STEPS))
    state["step_limits"] = _read("limits", fields, _parse_limits)
    extra = _read("extra", fields, _parse_extra)
    state["extra_half_turns"][: len(extra)] = extra
    state["rng"] = _read("rng", fields, _parse_words)
    state["seed"] = _read("seed", fields, _parse_seed)
    if _CANCEL in fields:
        state["cancelling"] = _read(_CANCEL, fields, _parse_cancelling)
    _check_turn(state)
    _check_room(state)
    if format_state(states) != line:
        raise NotationError(f"no state: there is a shorter way to write it: {format_state(states)}")
    return states


def _split_fields(line: str) -> dict[str, str]:
    parts = [part.partition("=") for part in line.split(" ")]
    names = tuple(name for name, _, _ in parts)
    if names not in (_FIELDS, (*_FIELDS, _CANCEL)):
        raise NotationError(
            f"no state: expected the fields {' '.join(_FIELDS)}, not {' '.join(names)[:200]!r}"
        )
    return {name: value for name, _, value in parts}


def _read(name: str, fields: dict[str, str], parse: Callable[[str], Value]) -> Value:
    try:
        return parse(fields[name])
    except CerealBarError as error:
        raise NotationError(f"no state: {name}: {error}") from None


def _integer(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not re.fullmatch(r"0|[1-9][0-9]{0,9}", text) or not low <= int(text) <= high:
            raise NotationError(f"{text[:40]!r} is no integer from {low} to {high}")
        return int(text)

    return parse


def _integers(least: int, most: int, low: int, high: int) -> Callable[[str], list[int]]:
    def parse(text: str) -> list[int]:
        numbers = [_integer(low, high)(part) for part in text.split(",")]
        if not least <= len(numbers) <= most:
            raise NotationError(f"{text[:80]!r} has {len(numbers)} numbers, not {least} to {most}")
        return numbers

    return parse


def _parse_map(text: str, state: np.void) -> None:
    rows = text.split("/")
    if len(rows) != WIDTH:
        raise NotationError(f"{len(rows)} rows, not {WIDTH}")
    codes, marks = [], []
    for z, row in enumerate(rows):
        for code, mark in _parse_row(row, z):
            codes.append(code)
            marks.append(mark)
    state["tile"] = codes
    state["taken"] = np.packbits(marks, bitorder="little")


def _parse_row(row: str, z: int) -> list[tuple[int, bool]]:
    cells: list[tuple[int, bool]] = []
    end = 0
    while end < len(row):
        match = _TOKEN.match(row, end)
        if match is None:
            raise NotationError(f"row {z} has no tile at {row[end : end + 10]!r}")
        count, token, mark = match.groups()
        cells += [(_CODES[token], bool(mark))] * (_integer(2, WIDTH)(count) if count else 1)
        end = match.end()
    if len(cells) != WIDTH:
        raise NotationError(f"row {z} has {len(cells)} tiles, not {WIDTH}")
    return cells


def _parse_cards(text: str, state: np.void) -> None:
    cards = text.split(";")
    if not 3 <= len(cards) <= MAX_CARDS:
        raise NotationError(f"{len(cards)} cards, not 3 to {MAX_CARDS}")
    selected = 0
    for slot, card in enumerate(cards):
        match = re.fullmatch(r"(...)@([0-9]{1,2}),([0-9]{1,2})(\+?)", card)
        if match is None:
            raise NotationError(f"{card[:40]!r} is no card on a cell, such as '2po@10,14+'")
        cell = cell_at(int(match[2]), int(match[3]))
        if cell in state["card_cell"][:slot]:
            raise NotationError(f"two cards on {coordinates(cell)}")
        if not IS_PASSABLE[state["tile"][cell]]:
            raise NotationError(f"{card!r} lies on {TILES[state['tile'][cell]]}")
        state["card_cell"][slot] = cell
        state["card_kind"][slot] = parse_card(match[1]).kind
        selected |= bool(match[4]) << slot
    state["cards"] = len(cards)
    state["selected"] = selected


def _parse_pose(text: str, state: np.void, player: Player) -> None:
    match = re.fullmatch(r"([0-9]{1,2}),([0-9]{1,2}),([a-z]{1,2})", text)
    if match is None:
        raise NotationError(f"{text[:40]!r} is no pose, such as '7,13,ne'")
    cell = cell_at(int(match[1]), int(match[2]))
    if not IS_PASSABLE[state["tile"][cell]]:
        raise NotationError(f"{coordinates(cell)} is {TILES[state['tile'][cell]]}")
    state["player_cell"][player] = cell
    state["player_heading"][player] = parse_heading(match[3])


def _parse_player(text: str) -> Player:
    for player in Player:
        if text == player.word:
            return player
    raise NotationError(f"{text[:40]!r} is no player: expected leader or follower")


def _parse_left(text: str) -> int:
    return UNLIMITED if text == "unlimited" else _integer(0, _MAX_LEFT)(text)


def _parse_limits(text: str) -> list[int]:
    limits = _integers(2, 2, 0, MAX_STEPS)(text)
    if limits[1] == 0:
        raise NotationError("a follower without steps")
    return limits


def _parse_extra(text: str) -> list[int]:
    return [] if text == "none" else _integers(1, MAX_EXTRA, 0, 255)(text)


def _parse_words(text: str) -> list[int]:
    if not re.fullmatch(r"[0-9a-f]{32}", text) or not int(text, 16):
        raise NotationError(f"{text[:40]!r} is not 32 hexadecimal digits, not all 0")
    return [int(text[i : i + 8], 16) for i in range(0, 32, 8)]


def _parse_seed(text: str) -> int:
    return -1 if text == "none" else _integer(0, MAX_SEED)(text)


def _parse_cancelling(text: str) -> int:
    if text not in _CANCELLING:
        raise NotationError(f"{text[:40]!r} is no time to cancel: expected {', '.join(Cancelling)}")
    return _CANCELLING.index(Cancelling(text))


def _check_room(state: np.void) -> None:
    room = int((IS_PASSABLE[state["tile"]] & ~IS_BORDER).sum())
    if room < state["cards"]:
        raise NotationError(f"no state: {state['cards']} cards, but room for {room}")


def _check_turn(state: np.void) -> None:
    if state["turn"] == Player.FOLLOWER and state["half_turns_left"] != 0:
        if state["waiting"] == 0:
            raise NotationError("no state: follower to act with an empty queue")
        if state["steps_left"] == 0:
            raise NotationError("no state: follower to act without steps")
