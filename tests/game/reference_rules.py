"""The rules a second time: slow, obvious, and from the paper alone.

Written from the transition table (Appendix B), Section 2, Appendix A and the facts of the original
game, with dictionaries and sets; it shares no code with `cerealbar`. `test_differential.py` plays
both side by side.
"""

from dataclasses import dataclass, field
from itertools import combinations

Cell = tuple[int, int]
Face = tuple[int, int, int]
"""Count, colour and shape of a card, as numbers."""

SIZE = 25
# Clockwise from the north-east: (dx, dz) in even rows and in odd rows.
DIRECTIONS = ("ne", "e", "se", "sw", "w", "nw")
EVEN = {"ne": (0, 1), "e": (1, 0), "se": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (-1, 1)}
ODD = {"ne": (1, 1), "e": (1, 0), "se": (1, -1), "sw": (0, -1), "w": (-1, 0), "nw": (0, 1)}
MOST_WAITING = 30_000


class RefusedError(Exception):
    """The action lies outside the domain of the transition function."""


@dataclass
class ReferenceGame:
    """World state and interaction state of one game."""

    # The world
    ground: dict[Cell, str]  # grass, path, or anything else, on which nobody can walk
    position: dict[str, Cell]  # by player
    direction: dict[str, str]
    faces: dict[int, Face]  # by slot
    places: dict[int, Cell]
    selected: set[int]
    taken: set[Cell]  # held a card before, or a player began there
    words: list[int]  # of the generator
    # The interaction
    queue: int
    turn: str
    steps: int
    turns_left: int | None  # of both players; None: no limit
    score: int
    most_steps: dict[str, int]
    extra_turns: tuple[int, ...]
    cancelling: str = "never"  # or own-turn, any-turn
    notes: set[str] = field(default_factory=set)  # rare things that happened

    # The transition function T

    def act(self, action: str) -> set[str]:
        """What came of the action of the player whose turn it is."""
        if self.turns_left == 0:
            raise RefusedError("game over")
        if action == "instruct":
            return self.rule_1()
        if action == "done" and self.turn == "leader":
            return self.rule_2() if self.queue >= 1 else self.rule_3()
        if action == "done":
            return self.rule_5() if self.queue > 1 else self.rule_6()
        if action == "time-out" and self.turn == "leader":
            return self.rule_2() if self.queue >= 1 else self.rule_3()
        if action == "time-out":
            return self.hand_over_to("leader")
        if action == "cancel":
            return self.cancel()
        if action == "give-up":
            if self.turn == "leader":
                raise RefusedError("not follower")
            return self.rule_5() if self.queue > 1 else self.rule_6()
        if action in ("forward", "backward", "left", "right"):
            return self.rules_4_7_and_8(action)
        raise RefusedError("unknown action")

    def rule_1(self) -> set[str]:
        if self.turn == "follower":
            raise RefusedError("not leader")
        if self.queue == MOST_WAITING:
            raise RefusedError("queue full")
        self.queue += 1
        return {"instructed"}

    def rule_2(self) -> set[str]:
        return self.hand_over_to("follower")

    def rule_3(self) -> set[str]:
        self.steps = self.most_steps["leader"]
        return {"turn ended", "skipped"} | self.count_down(2)

    def rules_4_7_and_8(self, action: str) -> set[str]:
        if self.steps == 0:
            raise RefusedError("no steps")
        outcome = self.world_action(action)
        if outcome == {"bumped"}:
            return outcome
        if self.steps > 1 or self.turn == "leader":
            self.steps -= 1
            return outcome
        return outcome | self.hand_over_to("leader")

    def rule_5(self) -> set[str]:
        self.queue -= 1
        return {"finished"}

    def rule_6(self) -> set[str]:
        self.queue = 0
        return {"finished"} | self.hand_over_to("leader")

    def cancel(self) -> set[str]:
        """Not of the paper: the leader takes back what waits, and the turn if it is not its own."""
        if self.queue == 0:
            raise RefusedError("nothing waits")
        if not self.may_cancel():
            raise RefusedError("not allowed")
        self.queue = 0
        if self.turn == "leader":
            return {"cancelled"}
        return {"cancelled"} | self.hand_over_to("leader")

    def may_cancel(self) -> bool:
        if self.cancelling == "own-turn":
            return self.turn == "leader"
        return self.cancelling == "any-turn"

    def hand_over_to(self, player: str) -> set[str]:
        self.turn = player
        self.steps = self.most_steps[player]
        return {"turn ended"} | self.count_down(1)

    def count_down(self, turns: int) -> set[str]:
        if self.turns_left is None:
            return set()
        self.turns_left = max(0, self.turns_left - turns)
        return {"game over"} if self.turns_left == 0 else set()

    # The world transition function T_w

    def world_action(self, action: str) -> set[str]:
        player = self.turn
        if action in ("left", "right"):
            way = 1 if action == "right" else -1
            index = DIRECTIONS.index(self.direction[player])
            self.direction[player] = DIRECTIONS[(index + way) % 6]
            return {"moved"}
        target = self.target(player, action)
        if target is None:
            return {"bumped"}
        self.position[player] = target
        slots = [slot for slot, place in self.places.items() if place == target]
        if not slots:
            return {"moved"}
        self.selected ^= set(slots)
        if not self.is_set(self.selected):
            return {"moved", "toggled"}
        self.score_a_set()
        return {"moved", "toggled", "set made"}

    def target(self, player: str, action: str) -> Cell | None:
        x, z = self.position[player]
        direction = self.direction[player]
        if action == "backward":
            direction = DIRECTIONS[(DIRECTIONS.index(direction) + 3) % 6]
        dx, dz = (ODD if z % 2 else EVEN)[direction]
        target = (x + dx, z + dz)
        return target if self.ground.get(target) in ("grass", "path") else None

    def is_set(self, slots: set[int]) -> bool:
        if len(slots) != 3:
            return False
        faces = [self.faces[slot] for slot in slots]
        return all(len({face[i] for face in faces}) == 3 for i in range(3))

    def score_a_set(self) -> None:
        if self.turns_left is not None and self.score < len(self.extra_turns):
            self.turns_left += self.extra_turns[self.score]
        self.score += 1
        slots = sorted(self.selected)
        self.selected = set()
        for slot in slots:
            del self.places[slot]
        self.deal_faces(slots)
        for slot in slots:
            self.places[slot] = self.random_free_cell()
        for slot in slots:
            if self.places[slot] in self.position.values():
                self.selected.add(slot)
                self.notes.add("card under a player")

    def deal_faces(self, slots: list[int]) -> None:
        """New faces for the slots, all drawn again until there is a set among all cards."""
        while True:
            for slot in slots:
                colour, shape, count = self.draw(7), self.draw(7), self.draw(3)
                self.faces[slot] = (count + 1, colour, shape)
            if any(self.is_set(set(three)) for three in combinations(self.faces, 3)):
                return
            self.notes.add("faces drawn again")

    def random_free_cell(self) -> Cell:
        """A cell drawn until one is free; if none is, those that hold no card become free."""
        if not self.has_free_cell():
            self.notes.add("cells ran out")
            cards = set(self.places.values())
            self.taken = cards | self.out_of_reach()
            if not self.has_free_cell():
                self.notes.add("cells in reach ran out")
                self.taken = cards
        while True:
            number = self.draw(SIZE * SIZE)
            cell = (number % SIZE, number // SIZE)
            if self.is_free(cell):
                self.taken.add(cell)
                return cell

    def has_free_cell(self) -> bool:
        return any(self.is_free(cell) for cell in self.ground)

    def out_of_reach(self) -> set[Cell]:
        """The ground that neither player can walk to."""
        ground = {cell for cell, kind in self.ground.items() if kind in ("grass", "path")}
        todo = list(self.position.values())
        while todo:
            x, z = todo.pop()
            ground.discard((x, z))
            steps = (ODD if z % 2 else EVEN).values()
            todo += [(x + dx, z + dz) for dx, dz in steps if (x + dx, z + dz) in ground]
        return ground

    def is_free(self, cell: Cell) -> bool:
        on_border = 0 in cell or SIZE - 1 in cell
        is_ground = self.ground[cell] in ("grass", "path")
        return is_ground and not on_border and cell not in self.taken

    def draw(self, below: int) -> int:
        """The next number of xorshift128."""
        first, *rest = self.words
        t = first ^ (first << 11) & 0xFFFFFFFF
        new = rest[-1] ^ rest[-1] >> 19 ^ t ^ t >> 8
        self.words = [*rest, new]
        return new % below

    # What may be done

    def legal_actions(self) -> set[str]:
        """The actions that are defined here and do more than bump."""
        if self.turns_left == 0:
            return set()
        legal = {"done", "time-out"}
        if self.turn == "leader" and self.queue < MOST_WAITING:
            legal.add("instruct")
        if self.turn == "leader" and self.queue > 0 and self.may_cancel():
            legal.add("cancel")
        if self.steps > 0:
            legal |= {"left", "right"}
            legal |= {way for way in ("forward", "backward") if self.target(self.turn, way)}
        return legal
