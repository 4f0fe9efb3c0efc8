"""Someone who does what a tutorial asks for, knowing its steps and the board."""

import random

from cerealbar.agents import avoided_cells, shortest_path
from cerealbar.game import Action, Card, CardOnBoard, Outcome, can_combine, distance
from cerealbar.studies.tutorials import Tutorial, TutorialWalk
from cerealbar.studies.tutorials.tutorial import StepGoal, named_card
from tests.boards import valid_sets

STEPS = (Action.FORWARD, Action.BACKWARD, Action.LEFT, Action.RIGHT)
MOST_DEEDS = 1500
"""More than anyone needs from anywhere."""


class Learner:
    """A game and the walk through its tutorial, played as a room plays it."""

    def __init__(self, tutorial: Tutorial) -> None:
        self.game = tutorial.new_game()
        self.walk = TutorialWalk.begin(tutorial, self.game)
        self.deeds: list[Action | str] = []

    @property
    def prompt(self) -> str:
        """What is asked for now, or that all is done."""
        return self.walk.step.prompt if self.walk.step else self.walk.tutorial.ending

    def act(self, action: Action, text: str | None = None) -> bool:
        """Take an action if it is possible; whether it was."""
        if self.walk.is_done or (action is Action.DONE and not self.walk.may_finish):
            return False
        if action not in self.game.legal_actions():
            return False
        outcome = self.game.step(action, text=text)
        assert not outcome & Outcome.BUMPED
        self.deeds.append(text or action)
        self.walk = self.walk.after_deed(self.game)
        return True

    def toggle_camera(self) -> None:
        """Look from elsewhere."""
        if not self.walk.is_done:
            self.deeds.append("camera")
            self.walk = self.walk.after_camera()

    def dabble(self, chance: random.Random, deeds: int) -> None:
        """Do whatever comes to mind; often that is to go for some card."""
        for _ in range(deeds):
            whim = chance.random()
            if whim < 0.3:
                self._go(chance.choice(self.game.cards).cell)
            elif whim < 0.4:
                self.toggle_camera()
            elif whim < 0.5 and self.walk.tutorial.role == "leader":
                self.act(Action.INSTRUCT, "to the left")
            else:
                self.act(chance.choice((*STEPS, Action.DONE)))

    def finish(self) -> None:
        """Do what the prompts ask for, until nothing is left."""
        while not self.walk.is_done:
            self.obey()

    def obey(self) -> None:
        """Do what is asked for now, or a part of it."""
        assert len(self.deeds) < MOST_DEEDS, f"stuck at {self.prompt!r} in {self.game}"
        step = self.walk.step
        assert step is not None, "there is something to do"
        match step.until[0]:
            case StepGoal(kind="camera-toggled"):
                self.toggle_camera()
            case StepGoal(kind="moved"):
                assert self.act(Action.FORWARD) or self.act(Action.BACKWARD)
            case StepGoal(kind="turned"):
                assert self.act(Action.LEFT)
            case StepGoal(kind="instruction-sent"):
                assert self.act(Action.INSTRUCT, "turn around")
            case StepGoal(kind="selected" | "deselected" as kind, card=str(words)):
                self._toggle(named_card(words), is_selected=kind == "deselected")
            case StepGoal(kind="selected-only", cards=words):
                self._deselect_all_but([named_card(card) for card in words])
            case StepGoal(kind="valid-selection"):
                self._toggle(self.walk.so_far.selected[0], is_selected=True)
            case StepGoal(kind="invalid-selection"):
                self._select_clashing()
            case _ if step.asks_to_finish:
                assert self.act(Action.DONE)
            case _:
                self._go_on_with_set()

    def _toggle(self, face: Card, *, is_selected: bool) -> None:
        cells = [
            card.cell
            for card in self.game.cards
            if card.card == face and card.is_selected == is_selected
        ]
        self._go(min(cells, key=self._distance))

    def _deselect_all_but(self, kept: list[Card]) -> None:
        for card in self.game.cards:
            if card.is_selected:
                if card.card not in kept:
                    return self._go(card.cell)
                kept = [face for face in kept if face != card.card]
        raise AssertionError("nothing else is selected")

    def _select_clashing(self) -> None:
        """Select a card, or one that cannot be in a set with the one that is selected."""
        chosen = [card.card for card in self.game.cards if card.is_selected]
        rest = [card for card in self.game.cards if not card.is_selected]
        clashing = [
            card
            for card in rest
            if any(not can_combine(card.card.kind, face.kind) for face in chosen)
        ]
        if not chosen:  # a pair that lies together, rather than the nearest card
            clashing = [card for card in rest if self._has_clashing_neighbour(card)]
        self._go(min((card.cell for card in clashing or rest), key=self._distance))

    def _has_clashing_neighbour(self, card: CardOnBoard) -> bool:
        others = (it for it in self.game.cards if it.cell != card.cell)
        nearest = min(others, key=lambda other: distance(other.cell, card.cell))
        return not can_combine(nearest.card.kind, card.card.kind)

    def _distance(self, cell: int) -> int:
        return distance(self.game.pose(self.game.turn).cell, cell)

    def _go_on_with_set(self) -> None:
        """Select or deselect one card on the way to a set; the tutorial's own is tried first."""
        cards = self.game.cards
        selected = {slot for slot, card in enumerate(cards) if card.is_selected}
        step = self.walk.step
        face = named_card(step.card) if step and step.card else None
        sets = [set(slots) for slots in valid_sets(self.game)]
        best = min(
            sets,
            key=lambda them: (
                -len(them & selected),
                all(cards[slot].card != face for slot in them),
                sum(self._distance(cards[slot].cell) for slot in them),
            ),
        )
        cells = [cards[slot].cell for slot in (selected - best or best - selected)]
        self._go(min(cells, key=self._distance))

    def _go(self, cell: int) -> None:
        """Step onto a card and no other; from the card itself, off it and on it again."""
        while self.game.pose(self.game.turn).cell == cell:
            assert self.act(Action.FORWARD) or self.act(Action.BACKWARD) or self.act(Action.LEFT)
        blocked = avoided_cells(self.game.states, [cell])
        pose = self.game.pose(self.game.turn)
        way = shortest_path(blocked, pose, cell)
        if way is None:  # another card is in the way
            way = shortest_path(
                avoided_cells(self.game.states, [card.cell for card in self.game.cards]),
                pose,
                cell,
            )
        assert way, "every card can be reached"
        for step in way:
            self.act(step)
