"""Frames are exact: a world that is turned and moved looks the same from the turned, moved pose."""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from cerealbar.follower import hexconv
from cerealbar.follower.config import PlanConfig
from cerealbar.follower.frames import (
    CROP,
    LEVELS,
    TAPS,
    Frames,
    crop_table,
    frames_of,
    lattices,
)
from cerealbar.follower.hexconv import HexConv, HexTransposed, instance_norm, precision
from cerealbar.follower.lingunet import LingUNet
from cerealbar.follower.plan_predictor import PlanPredictor
from cerealbar.follower.world import PROPERTIES, UNKNOWN_KIND, WorldInputs, kind_properties
from cerealbar.game import (
    AXIAL,
    CELLS,
    HEADINGS,
    NEIGHBOURS,
    OUTSIDE,
    POSES,
    TILE_CODES,
    TILES,
    Heading,
    Pose,
    Tile,
    ahead_of,
    distance,
)
from tests.follower.islands import frames_from

Places = NDArray[np.int64]


def turned(places: Places, times: int) -> Places:
    """Axial places turned by 60 degrees clockwise around the origin, so often."""
    for _ in range(times % HEADINGS):
        places = np.stack([places.sum(1), -places[:, 0]], 1)
    return places


def island(seed: int, reach: int = 7) -> Places:
    """An irregular set of cells around the origin."""
    rng = np.random.default_rng(seed)
    axis = range(-reach, reach + 1)
    places = [(q, r) for q, r in product(axis, axis) if abs(q + r) <= reach]
    kept = [place for place in places if place == (0, 0) or rng.random() < 0.8]
    return np.array(kept)


def test_each_heading_is_one_turn_of_the_one_before() -> None:
    for cell in (312, 287):
        around = AXIAL[NEIGHBOURS[cell]].astype(np.int64) - AXIAL[cell]
        for heading in range(HEADINGS):
            assert (turned(around[:1], heading) == around[heading]).all()


@pytest.mark.parametrize("heading", Heading)
def test_the_taps_of_the_board_are_the_cell_and_what_lies_around_it(heading: Heading) -> None:
    frames = frames_of(np.array([100, 333]), np.array([heading, heading]))
    taps = frames.around[0].view(2, CELLS, TAPS)
    for row, cell in product(range(2), (0, 24, 312, 600, 624)):
        expected = [cell] + [NEIGHBOURS[cell, (heading + k) % HEADINGS] for k in range(HEADINGS)]
        found = [int(tap) for tap in taps[row, cell]]
        assert found == [2 * CELLS if c == OUTSIDE else row * CELLS + c for c in expected]


@pytest.mark.parametrize("seed", range(4))
def test_every_level_holds_every_second_cell_of_the_one_below(seed: int) -> None:
    found = lattices(island(seed))
    (rows,) = found.rows
    assert len(rows) == LEVELS + 1
    assert all(before >= after for before, after in pairwise(rows))
    for level in range(LEVELS):
        (below,), (above,) = found.below[level], found.above[level]
        pairs = {(p * TAPS + t, row) for (p, t), row in np.ndenumerate(below) if row >= 0}
        back = {(int(pair), row) for (row, _), pair in np.ndenumerate(above) if pair >= 0}
        assert pairs == back
        assert {row for _, row in pairs} == set(range(rows[level]))


@pytest.mark.parametrize("level", range(1, LEVELS))
def test_gradients_of_convolutions_are_right(level: int) -> None:
    frames = frames_from(island(1, 4), 2)
    torch.manual_seed(0)
    same, down, up = HexConv(2, 3).double(), HexConv(2, 3).double(), HexTransposed(2, 3).double()
    fine = torch.randn(frames.rows[level - 1], 2, dtype=torch.float64, requires_grad=True)
    coarse = torch.randn(frames.rows[level], 2, dtype=torch.float64, requires_grad=True)
    below, above = frames.below[level - 1], frames.above[level - 1]

    def check(module: torch.nn.Module, x: torch.Tensor, *index: torch.Tensor) -> None:
        inputs = x, *module.parameters()
        names = [name for name, _ in module.named_parameters()]

        def run(x: torch.Tensor, *parameters: torch.Tensor) -> torch.Tensor:
            given = dict(zip(names, parameters, strict=True))
            found: torch.Tensor = torch.func.functional_call(module, given, (x, *index))
            return found

        assert torch.autograd.gradcheck(run, inputs)

    check(same, fine, frames.around[level - 1])
    check(down, fine, below, above)
    check(up, coarse, above, below)


@pytest.mark.parametrize("level", range(1, LEVELS))
def test_in_half_the_bits_gradients_are_nearly_the_same(level: int) -> None:
    frames = frames_from(island(1, 4), 2)
    torch.manual_seed(0)
    net = torch.nn.ModuleList([HexConv(32, 16), HexConv(16, 32), HexTransposed(32, 8)])
    same, down, up = net
    below, above = frames.below[level - 1], frames.above[level - 1]
    x = torch.randn(frames.rows[level - 1], 32, requires_grad=True)

    def run() -> list[torch.Tensor]:
        found = up(down(same(x, frames.around[level - 1]), below, above), above, below)
        assert found.dtype == torch.float32
        net.zero_grad()
        x.grad = None
        (found * found).sum().backward()
        assert x.grad is not None
        return [found.detach(), x.grad, *(each.grad.clone() for each in net.parameters())]

    exact = run()
    with precision(net, torch.bfloat16):
        near = run()
    for one, other in zip(exact, near, strict=True):
        assert not torch.equal(one, other)
        assert float((one - other).norm() / one.norm()) < 0.02
    assert all(torch.equal(*pair) for pair in zip(exact, run(), strict=True))  # and it is put back


def test_a_convolution_adds_up_what_its_taps_see() -> None:
    frames = frames_of(np.array([312]), np.array([int(Heading.E)]))
    conv = HexConv(1, 1).requires_grad_(False)
    x = torch.randn(CELLS, 1)
    found = conv(x, frames.around[0])
    for cell in (0, 24, 312, 400, 624):
        expected = float(conv.bias) + float(x[cell]) * float(conv.weight[0])
        for k in range(HEADINGS):
            near = ahead_of(Pose(cell, Heading.E), k)
            if near is not None:
                expected += float(x[near]) * float(conv.weight[1 + k])
        assert float(found[cell]) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("at_once", [1, 700, 1300])
def test_a_convolution_in_parts_is_the_whole(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    frames = frames_of(np.array([312, 0, 600]), np.array([0, 3, 5]))
    torch.manual_seed(0)
    conv, x = HexConv(4, 5).double(), torch.randn(3 * CELLS, 4, dtype=torch.float64)
    weights = torch.randn(3 * CELLS, 5, dtype=torch.float64)
    found = []
    for limit in (10**9, at_once):
        monkeypatch.setattr(hexconv, "_ROWS_AT_ONCE", limit)
        given = x.clone().requires_grad_()
        out = conv(given, frames.around[0])
        gradients = torch.autograd.grad((out * weights).sum(), [given, *conv.parameters()])
        found.append([out, *gradients])
    for whole, parts in zip(*found, strict=True):
        assert torch.allclose(whole, parts, atol=1e-9)


def test_instance_norm_leaves_empty_rows_out() -> None:
    x = torch.randn(2, 5, 3)
    mask = torch.tensor([[1.0] * 5, [1.0, 1.0, 1.0, 0.0, 0.0]])[..., None]
    found = instance_norm(x, mask)
    for rows, normed in ((x[0], found[0]), (x[1, :3], found[1, :3])):
        assert torch.allclose(normed.T, torch.layer_norm(rows.T, rows.T.shape[1:]), atol=1e-5)
    assert not found[1, 3:].any()


def test_the_gradient_of_instance_norm_is_right() -> None:
    mask = torch.tensor([[1.0] * 5, [1.0, 1.0, 1.0, 0.0, 0.0]], dtype=torch.float64)[..., None]
    x = torch.randn(2, 5, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda x: instance_norm(x, mask), (x,))


@pytest.mark.parametrize("turns", range(HEADINGS))
@pytest.mark.parametrize("heading", [Heading.NE, Heading.W])
def test_lingunet_turns_with_the_follower(heading: Heading, turns: int) -> None:
    places = island(3)
    order = np.random.default_rng(turns).permutation(len(places))
    torch.manual_seed(1)
    net = LingUNet([8, 4], 16, channels=12, text_channels=8).double()
    features = [torch.randn(1, len(places), size, dtype=torch.float64) for size in (8, 4)]
    text = torch.randn(1, 16, dtype=torch.float64)
    with torch.no_grad():
        found = net(features, text, doubled(frames_from(places, heading)))
        again = net(
            [part[:, order] for part in features],
            text,
            doubled(frames_from(turned(places, turns)[order], (heading + turns) % HEADINGS)),
        )
    assert torch.allclose(found.top[:, order], again.top, atol=1e-9)


def doubled(frames: Frames) -> Frames:
    """Frames whose masks have double precision."""
    return replace(frames, mask=tuple(mask.double() for mask in frames.mask))


def world(tiles: list[int], heading: int) -> WorldInputs:
    kinds = torch.tensor([[tile * HEADINGS + heading for tile in tiles]], dtype=torch.int32)
    none = torch.empty(0, dtype=torch.int64)
    flags = torch.zeros(1, len(tiles), dtype=torch.bool)
    return WorldInputs(kinds, none.view(0, 4), none, flags)


def turned_tile(tile: Tile, turns: int) -> Tile:
    if tile.heading is None:
        return tile
    return Tile(tile.terrain, tile.prop, Heading((tile.heading + turns) % HEADINGS))


@pytest.mark.parametrize("turns", range(1, HEADINGS))
def test_a_plan_turns_with_the_world(turns: int) -> None:
    """Props turn with the world, the follower with them, and the plan with all."""
    places = island(5)
    rng = np.random.default_rng(0)
    tiles = [TILES[i] for i in rng.integers(len(TILES), size=len(places))]
    torch.manual_seed(2)
    predictor = PlanPredictor(PlanConfig(channels=12, text_channels=8), 10)
    words = torch.tensor([[2, 3, 4]])
    with torch.no_grad():
        codes = [TILE_CODES[tile] for tile in tiles]
        found = predictor(words, world(codes, 1), frames_from(places, 1))
        codes = [TILE_CODES[turned_tile(tile, turns)] for tile in tiles]
        heading = (1 + turns) % HEADINGS
        again = predictor(words, world(codes, heading), frames_from(turned(places, turns), heading))
        still = predictor(words, world(codes, 1), frames_from(places, 1))
    assert torch.allclose(found.plan, again.plan, atol=2e-4)
    assert torch.allclose(found.implicit, again.implicit, atol=2e-4)
    assert torch.allclose(found.early_goal, again.early_goal, atol=2e-4)
    assert not torch.allclose(found.plan, still.plan, atol=2e-2)


@pytest.mark.parametrize("cell", [0, 24, 137, 312, 339, 610])
def test_the_tables_of_the_board_are_those_of_its_cells_from_any_place(cell: int) -> None:
    """Tables that repeat every 16 cells give what frames made for this very place give."""
    torch.manual_seed(4)
    net = LingUNet([8, 4], 16, channels=8, text_channels=8)
    features = [torch.randn(1, CELLS, size) for size in (8, 4)]
    text = torch.randn(1, 16)
    offsets = AXIAL.astype(np.int64) - AXIAL[cell]
    with torch.no_grad():
        found = net(features, text, frames_of(np.array([cell]), np.array([2]))).top
        made = net(features, text, frames_from(offsets, 2)).top
        elsewhere = net(features, text, frames_from(offsets + 1, 2)).top
    assert torch.allclose(found, made, atol=1e-4)
    assert not torch.allclose(found, elsewhere, atol=1e-2)


def test_where_a_world_lies_on_the_board_changes_nothing_that_it_means() -> None:
    """The lattices go through the follower, so moving it by a cell moves them by a cell."""
    for cell in (312, 313, 338, 340, 415):
        frames = frames_of(np.array([cell]), np.array([0]))
        below = frames.below[0].view(-1, TAPS)
        centres = below[:, 0][below[:, 0] < CELLS].tolist()
        offsets = AXIAL[centres].astype(int) - AXIAL[cell]
        assert (offsets % 2 == 0).all()
        assert cell in centres


def test_the_crop_goes_with_the_pose() -> None:
    table = crop_table().reshape(POSES, CROP, CROP)
    middle = CROP // 2
    for cell, heading in product((312, 0, 24, 337, 624), Heading):
        crop = table[cell * HEADINGS + heading]
        assert crop[middle, middle] == cell
        ahead, right = ahead_of(Pose(cell, heading)), ahead_of(Pose(cell, heading), 1)
        assert crop[middle + 1, middle] == (CELLS if ahead is None else ahead)
        assert crop[middle, middle + 1] == (CELLS if right is None else right)
        for found in crop.flatten():
            assert found == CELLS or distance(cell, int(found)) <= 4


def test_an_unknown_cell_has_no_properties() -> None:
    table = kind_properties()
    assert table.shape == (UNKNOWN_KIND + 1, PROPERTIES)
    assert not table[UNKNOWN_KIND].any()
    assert table[:UNKNOWN_KIND].any(1).all()
