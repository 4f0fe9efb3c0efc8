import numpy as np
import pytest
from numpy.typing import NDArray

from cerealbar.env.seeds import MapSeeds
from cerealbar.game import MAX_SEED, PAPER, new_states

BAD = 2774
"""A seed that has no map."""


def drawn(seeds: list[int], rounds: int) -> list[list[int]]:
    """The map seeds of each stream."""
    streams = MapSeeds(seeds)
    games = np.arange(len(seeds))
    return [list(row) for row in np.array([streams._draw(games) for _ in range(rounds)]).T]


def test_a_stream_depends_on_its_own_seed_only() -> None:
    assert drawn([5, 6, 7], 4)[1] == drawn([6], 4)[0]


def test_a_stream_does_not_depend_on_when_others_draw() -> None:
    streams = MapSeeds([1, 2])
    for games in ([0], [0, 1], [0], [1]):
        last = streams._draw(np.array(games))
    assert last[0] == drawn([2], 2)[0][1]


def test_map_seeds_fill_their_range() -> None:
    seeds = np.array(drawn(list(range(50)), 40))
    assert 0 <= seeds.min() < MAX_SEED / 100
    assert MAX_SEED * 0.99 < seeds.max() <= MAX_SEED
    assert len(np.unique(seeds)) == seeds.size


def test_a_seed_without_a_map_is_replaced_by_the_next_of_its_own_stream(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queues = {0: [10], 1: [BAD, BAD, 11], 2: [12], 3: [13], 4: [BAD, 14]}

    def draw(self: MapSeeds, games: NDArray[np.intp]) -> NDArray[np.int64]:
        return np.array([queues[int(game)].pop(0) for game in games])

    monkeypatch.setattr(MapSeeds, "_draw", draw)
    states = MapSeeds([0] * 5).new_states(np.arange(5), PAPER)
    assert states["seed"].tolist() == [10, 11, 12, 13, 14]
    assert states.tobytes() == new_states([10, 11, 12, 13, 14]).tobytes()
    assert not any(queues.values())


def test_many_games_begin_as_each_would_alone() -> None:
    seeds = list(range(300))  # more than one block
    together = MapSeeds(seeds).new_states(np.arange(300), PAPER)
    for i in (0, 127, 128, 299):
        alone = MapSeeds([seeds[i]]).new_states(np.zeros(1, np.intp), PAPER)
        assert alone.tobytes() == together[i : i + 1].tobytes()
