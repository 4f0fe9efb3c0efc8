"""What a published game says of its course, compared with what the rules say.

Its authors call these fields unreliable, so that a disagreement is reported and rejects nothing.
Headings are not compared: the original kept them modulo 60 degrees, which is the same for all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from msgspec import UNSET

from cerealbar.game import Outcome
from cerealbar.records.events import Instructed, Stepped
from cerealbar.records.importers.original_deeds import ReadDeed
from cerealbar.records.importers.original_format import (
    CARD_NAMES,
    CARD_RESULTS,
    POSITIONS,
    SAME,
    STEPS,
    OriginalAction,
    Unreliable,
    parse_aligned,
    parse_card_name,
    parse_card_result,
    parse_position,
)
from cerealbar.records.life import lives
from cerealbar.records.replay import Replay

_TOGGLED, _SET_MADE = int(Outcome.TOGGLED), int(Outcome.SET_MADE)
_STEP_SPELLINGS = tuple(STEPS.values())  # in the order of `Action`


@dataclass(slots=True)
class Checks:
    """How often something was checked, and how often it agreed with the rules."""

    checked: int = 0
    agreeing: int = 0

    @property
    def disagreeing(self) -> int:
        """How often it did not agree."""
        return self.checked - self.agreeing


Agreement: TypeAlias = dict[str, Checks]
"""How far the redundant fields of games agree with the rules, by the names in `CHECKED`."""
CHECKED = (
    "cards",  # `card_result`, wherever it or the rules name a card
    "sets",  # `made_set`, wherever it or the rules see a set
    "scores",  # `new_score` of sets, and the game's `score`
    "new_cards",  # of sets
    "positions",  # `resulting_position` of movements
    "aligned",  # `aligned_actions` of instructions, by the follower's steps under each
    "clocks",  # `time`, or `game_time` without it, wherever it is told: it never runs backward
)


def no_checks() -> Agreement:
    """The agreement before anything is checked."""
    return {name: Checks() for name in CHECKED}


class Comparison:
    """Compares what one game says with its replay."""

    def __init__(self, played: Replay, agreement: Agreement, notes: list[str]) -> None:
        self._agreement = agreement
        self._notes = notes
        self._played = played
        self._cells: list[list[int]] = played.states["player_cell"].tolist()
        self._scores: list[int] = played.states["score"].tolist()
        self._outcomes: list[int] = played.outcomes.tolist()
        self._players: list[int] = played.players.tolist()

    def _count(
        self, name: str, agrees: bool, index: int | None, told: Unreliable, true: object
    ) -> None:
        """Count a comparison, and note the first of its kind that failed."""
        checks = self._agreement[name]
        checks.checked += 1
        checks.agreeing += agrees
        if not agrees and checks.disagreeing == 1:
            place = "at the end" if index is None else f"action {index}"
            what = name.replace("_", " ")
            self._notes.append(f"{place}: {what}: told {told!r:.80}, computed {true!r:.80}")

    def compare(
        self, read: Sequence[ReadDeed], actions: Sequence[OriginalAction], score: Unreliable
    ) -> None:
        """Compare what the movements say, then the score of the game and the instructions."""
        for deed, each in enumerate(read):
            if type(each.deed) is Stepped:
                self._compare_movement(each.action, deed, actions[each.action])
        if isinstance(score, int):
            true = self._scores[-1]
            self._count("scores", score == true, None, score, true)
        sent = [each.action for each in read if type(each.deed) is Instructed]
        self._compare_aligned([(index, actions[index].aligned_actions) for index in sent])

    def _compare_aligned(self, instructions: Sequence[tuple[int, Unreliable]]) -> None:
        if all(told is UNSET for _, told in instructions):
            return
        for (index, told), life in zip(instructions, lives(self._played), strict=True):
            if told is not UNSET:
                steps = self._played.actions[life.deeds[: life.steps]].tolist()
                true = [_STEP_SPELLINGS[step] for step in steps]
                self._count("aligned", parse_aligned(told) == true, index, told, true)

    def _compare_movement(self, index: int, deed: int, action: OriginalAction) -> None:
        player = self._players[deed]
        cell = self._cells[deed + 1][player]
        told = action.resulting_position
        at = self._cells[deed][player] if told == SAME else parse_position(told)
        if at is not None:
            self._count("positions", at == cell, index, told, POSITIONS[cell])
        if action.card_result is not UNSET:
            self._compare_card(index, deed, action.card_result)
        if action.set_result is not UNSET:
            self._compare_set(index, deed, action.set_result)

    def _compare_card(self, index: int, deed: int, told: Unreliable) -> None:
        is_toggled = bool(self._outcomes[deed] & _TOGGLED)
        if not told and not is_toggled:
            return
        code = parse_card_result(told)
        true = int(self._played.toggled[deed]) if is_toggled else None
        if code is not None or true is not None:
            shown = None if true is None else CARD_RESULTS[true]
            self._count("cards", code == true, index, told, shown)

    def _compare_set(self, index: int, deed: int, told: Unreliable) -> None:
        result = told if isinstance(told, dict) else {}
        is_told = str(result.get("made_set")).lower() in ("true", "yes", "1")
        is_made = bool(self._outcomes[deed] & _SET_MADE)
        if is_told or is_made:
            self._count("sets", is_told == is_made, index, is_told, is_made)
        if is_told and is_made:
            self._compare_gain(index, deed, result)

    def _compare_gain(self, index: int, deed: int, result: dict[str, Unreliable]) -> None:
        """Compare the score and the cards that a set brought."""
        score = result.get("new_score")
        if score is not None:
            true = self._scores[deed + 1]
            self._count("scores", str(score) == str(true), index, score, true)
        cards = result.get("new_cards")
        if isinstance(cards, list):
            is_board = len(cards) == self._played.states["cards"][0]
            kinds = board_kinds(self._played, deed) if is_board else new_kinds(self._played, deed)
            names = sorted(CARD_NAMES[kind] for kind in kinds)
            told = sorted(_card_name(card) for card in cards)
            self._count("new_cards", told == names, index, told, names)


def _card_name(told: Unreliable) -> str:
    kind = parse_card_name(told)
    return str(told) if kind is None else CARD_NAMES[kind]


def new_kinds(played: Replay, deed: int) -> list[int]:
    """The kinds of the three cards that a set brought, by slot."""
    kinds: list[int] = played.states[deed + 1]["card_kind"][played.replaced_slots(deed)].tolist()
    return kinds


def board_kinds(played: Replay, deed: int) -> list[int]:
    """The kinds of all cards after a deed, by slot."""
    state = played.states[deed + 1]
    return [int(kind) for kind in state["card_kind"][: state["cards"]]]
