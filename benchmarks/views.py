"""The follower's view, as masked feature maps."""

from benchmarks.figure import Figure, median_seconds
from benchmarks.plain import seen_cells
from cerealbar.game import Player, Rules, new_states
from cerealbar.views import PAPER_SIGHT, feature_maps

GAMES = 1000


def measure() -> list[Figure]:
    states = new_states(range(50_000, 50_000 + GAMES), Rules(solvable=True))
    one = states[:1]

    def single() -> None:
        for _ in range(1000):
            feature_maps(one, Player.FOLLOWER, PAPER_SIGHT)

    batch = GAMES / median_seconds(lambda: feature_maps(states, Player.FOLLOWER, PAPER_SIGHT))
    microseconds = median_seconds(single) / 1000 * 1e6
    plain = median_seconds(lambda: seen_cells(12, 12, 0, PAPER_SIGHT.degrees))
    return [
        Figure("follower view, one game", microseconds, "us", plain * 1e6, "<= 20"),
        Figure("follower view, batch", batch, "views/s", 1 / plain, ">= 200,000"),
    ]
