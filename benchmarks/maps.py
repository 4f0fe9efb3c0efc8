"""Maps from seeds; the reference draws as many random numbers in plain Python."""

from benchmarks.figure import Figure, median_seconds
from benchmarks.plain import draw_numbers
from cerealbar.game import Rules, new_states

MAPS = 1000
DRAWS = 1300


def measure() -> list[Figure]:
    seeds = range(50_000, 50_000 + MAPS)
    value = MAPS / median_seconds(lambda: new_states(seeds, Rules(solvable=True)))
    reference = 1 / median_seconds(lambda: draw_numbers(DRAWS))
    return [Figure("maps", value, "maps/s", reference, ">= 2,000")]
