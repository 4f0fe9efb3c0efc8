"""The same work in plain Python, as a yardstick for the machine: obvious loops, no arrays."""

import math
import random

WIDTH = 25
OFFSETS = (
    ((0, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1)),
    ((1, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (0, 1)),
)


class PlainGame:
    """Moving, turning, toggling cards and taking turns, with dictionaries and sets."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        cells = [(x, z) for x in range(WIDTH) for z in range(WIDTH)]
        rng.shuffle(cells)
        self.blocked = set(cells[:95])
        self.cards = dict.fromkeys(cells[95:116], False)
        self.cells = [cells[200], cells[201]]
        self.headings = [0, 0]
        self.turn = 0
        self.steps = 5

    def step(self, action: int) -> None:
        """Take a world action (0 to 3) or end the turn."""
        if action > 3:
            self.turn = 1 - self.turn
            self.steps = 10 if self.turn else 5
            return
        (x, z), heading = self.cells[self.turn], self.headings[self.turn]
        if action > 1:
            self.headings[self.turn] = (heading + (1 if action == 3 else 5)) % 6
        else:
            dx, dz = OFFSETS[z % 2][(heading + 3 * action) % 6]
            cell = (x + dx, z + dz)
            if cell in self.blocked or not (0 <= cell[0] < WIDTH and 0 <= cell[1] < WIDTH):
                return
            self.cells[self.turn] = cell
            if cell in self.cards:
                self.cards[cell] = not self.cards[cell]
        self.steps -= 1
        if self.steps == 0:
            self.step(4)


def play(game: PlainGame, actions: list[int]) -> None:
    """Take a list of actions."""
    for action in actions:
        game.step(action)


def draw_numbers(count: int) -> int:
    """Draw from xorshift128, as a map does some 1,300 times."""
    a, b, c, d = 1, 2, 3, 4
    total = 0
    for _ in range(count):
        t = (a ^ (a << 11)) & 0xFFFFFFFF
        a, b, c = b, c, d
        d = d ^ (d >> 19) ^ t ^ (t >> 8)
        total += d % 625
    return total


def seen_cells(x0: int, z0: int, heading: int, degrees: float) -> list[bool]:
    """Which cells lie in a field of view."""
    seen = []
    for z in range(WIDTH):
        for x in range(WIDTH):
            east = x + 0.5 * (z % 2) - x0 - 0.5 * (z0 % 2)
            north = (z - z0) * math.sqrt(3) / 2
            off = math.degrees(math.atan2(east, north)) - 30 - 60 * heading
            seen.append(abs((off + 180) % 360 - 180) <= degrees / 2)
    return seen
