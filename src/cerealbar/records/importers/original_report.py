"""What a published game says of its course, compared with what the rules say.

Its authors call these fields unreliable, so that a disagreement is reported and rejects nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields

from msgspec import UNSET

from cerealbar.game import Outcome
from cerealbar.records.importers.original_spelling import (
    CARD_NAMES,
    CARD_RESULTS,
    POSITIONS,
    SAME,
    STEP_SPELLINGS,
    parse_aligned,
    parse_card_name,
    parse_card_result,
    parse_degrees,
    parse_position,
)
from cerealbar.records.importers.original_types import OriginalAction, Unreliable
from cerealbar.records.life import lives
from cerealbar.records.replay import Replay

_TOGGLED, _SET_MADE = int(Outcome.TOGGLED), int(Outcome.SET_MADE)


@dataclass(slots=True)
class Checks:
    """How often something was checked, and how often it agreed with the rules."""

    checked: int = 0
    agreeing: int = 0

    @property
    def disagreeing(self) -> int:
        """How often it did not agree."""
        return self.checked - self.agreeing


@dataclass(slots=True)
class Agreement:
    """How far the redundant fields of games agree with the rules."""

    cards: Checks = field(default_factory=Checks)
    """`card_result`, wherever it or the rules name a card."""
    sets: Checks = field(default_factory=Checks)
    """`made_set`, wherever it or the rules see a set."""
    scores: Checks = field(default_factory=Checks)
    """`new_score` of sets, and the game's `score`."""
    new_cards: Checks = field(default_factory=Checks)
    """`new_cards` of sets."""
    positions: Checks = field(default_factory=Checks)
    """`resulting_position` of movements."""
    headings: Checks = field(default_factory=Checks)
    """`resulting_rotation` of movements."""
    aligned: Checks = field(default_factory=Checks)
    """`aligned_actions` of instructions, by the steps that the follower took under each."""
    clocks: Checks = field(default_factory=Checks)
    """`time`, or `game_time` without it, wherever it is told: a clock never runs backward."""

    def add(self, other: "Agreement") -> None:
        """Count in what another game says."""
        for name, checks in self.checks().items():
            more: Checks = getattr(other, name)
            checks.checked += more.checked
            checks.agreeing += more.agreeing

    def checks(self) -> dict[str, Checks]:
        """All checks by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @property
    def disagreeing(self) -> int:
        """How often anything did not agree."""
        return sum(checks.disagreeing for checks in self.checks().values())


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What reading one game brought to light."""

    game_id: str
    split: str | None
    agreement: Agreement
    inferred: int
    """How many deeds no action told."""
    notes: tuple[str, ...]
    """What was left out, inferred, or first disagreed."""


class Comparison:
    """Compares the movements of one game with its replay."""

    def __init__(self, played: Replay, notes: list[str]) -> None:
        self.agreement = Agreement()
        self._notes = notes
        self._played = played
        self._cells: list[list[int]] = played.states["player_cell"].tolist()
        self._headings: list[list[int]] = played.states["player_heading"].tolist()
        self._scores: list[int] = played.states["score"].tolist()
        self._outcomes: list[int] = played.outcomes.tolist()
        self._players: list[int] = played.players.tolist()
        self._largest_rotation = 0

    def _count(
        self, name: str, agrees: bool, index: int | None, told: Unreliable, true: object
    ) -> None:
        """Count a comparison, and note the first of its kind that failed."""
        checks: Checks = getattr(self.agreement, name)
        checks.checked += 1
        checks.agreeing += agrees
        if not agrees and checks.disagreeing == 1:
            place = "at the end" if index is None else f"action {index}"
            what = name.replace("_", " ")
            self._notes.append(f"{place}: {what}: told {told!r:.80}, computed {true!r:.80}")

    def compare(
        self, movements: Iterable[tuple[int, int, OriginalAction]], score: Unreliable
    ) -> None:
        """Compare movements (index of the action, of the deed, and the action) and the score."""
        for index, deed, action in movements:
            self._compare_pose(index, deed, action)
            if action.card_result is not UNSET:
                self._compare_card(index, deed, action.card_result)
            if action.set_result is not UNSET:
                self._compare_set(index, deed, action.set_result)
        if isinstance(score, int):
            true = self._scores[-1]
            self._count("scores", score == true, None, score, true)
        self._forget_headings_modulo_60()

    def compare_aligned(self, instructions: Sequence[tuple[int, OriginalAction]]) -> None:
        """Compare what all instructions (index of the action, and the action) say was done."""
        if all(action.aligned_actions is UNSET for _, action in instructions):
            return
        for (index, action), life in zip(instructions, lives(self._played), strict=True):
            if (told := action.aligned_actions) is not UNSET:
                steps = self._played.actions[life.deeds[: life.steps]].tolist()
                true = [STEP_SPELLINGS[step] for step in steps]
                self._count("aligned", parse_aligned(told) == true, index, told, true)

    def _compare_pose(self, index: int, deed: int, action: OriginalAction) -> None:
        player = self._players[deed]
        cell = self._cells[deed + 1][player]
        told = action.resulting_position
        if told == POSITIONS[cell]:
            self.agreement.positions.checked += 1
            self.agreement.positions.agreeing += 1
        elif told is not UNSET and told is not None:
            at = self._cells[deed][player] if told == SAME else parse_position(told)
            if at is not None:
                self._count("positions", at == cell, index, told, POSITIONS[cell])
        told = action.rotation
        if told is not UNSET and told is not None:
            self._compare_heading(index, told, 30 + 60 * self._headings[deed + 1][player])

    def _compare_heading(self, index: int, told: Unreliable, true: int) -> None:
        degrees = told if type(told) is int else parse_degrees(told)
        if degrees is not None:
            degrees %= 360
            self._largest_rotation = max(self._largest_rotation, degrees)
            self._count("headings", degrees == true, index, told, true)

    def _forget_headings_modulo_60(self) -> None:
        """Not count headings of which the original's server kept only the rest."""
        if self._largest_rotation < 60 and self.agreement.headings.disagreeing:
            self.agreement.headings = Checks()
            self._notes[:] = [note for note in self._notes if ": headings: told" not in note]
            self._notes.append("rotations are recorded modulo 60 degrees and were not compared")

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
