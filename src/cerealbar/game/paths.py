"""The path network of a map: how the original game lays its paths, draw by draw.

A walk lays one straight segment and may fork or turn at its end, which starts further walks. The
original does this by recursion; here the pending work is a stack, in the order in which the
recursion would get to it. A segment becomes path only after all that grew from it.
"""

import numpy as np

from cerealbar.compiling import Array, kernel
from cerealbar.game.hexgrid import CELLS, HEADINGS, IS_BORDER, NEIGHBOURS
from cerealbar.game.prng import draw
from cerealbar.game.tiles import GRASS, PATH

DONE = 0
NO_BORDER_START = 1
NO_WAY_TO_SPLIT = 2
ENDLESS = 3

_MAX_WALKS = 10  # in one network; later walks only run straight on
_MAX_REROUTES = 7  # then the network begins anew at the border
_MIN_SPLIT_LENGTH = 4
_SPLIT_PERCENT = 19  # a draw from 0 to 99 up to this splits
_MAX_LOOKS = 2000  # cells looked at before the original gives up and goes on

# Turns from a heading, clockwise.
_RIGHT, _BACK, _LEFT = 1, HEADINGS // 2, HEADINGS - 1

# What the stack holds: (task, a, b).
_BORDER_START = 0
_WALK = 1  # a = start cell, b = heading
_PAVE = 2  # a, b = range of the segment buffer


@kernel
def _is_grass(tile: Array, cell: int) -> bool:
    return cell >= 0 and tile[cell] == GRASS


@kernel
def _can_turn(tile: Array, cell: int, heading: int) -> bool:
    """Whether some neighbour is grass, other than ahead and behind."""
    back = (heading + _BACK) % HEADINGS
    for way in range(HEADINGS):
        if way != heading and way != back and _is_grass(tile, NEIGHBOURS[cell, way]):
            return True
    return False


@kernel
def _turn(tile: Array, rng: Array, cell: int, heading: int) -> int:
    """A new heading: right if that is grass, else left, else any other grass."""
    right, left = (heading + _RIGHT) % HEADINGS, (heading + _LEFT) % HEADINGS
    if _is_grass(tile, NEIGHBOURS[cell, right]):
        return right
    if _is_grass(tile, NEIGHBOURS[cell, left]):
        return left
    ways = np.empty(HEADINGS, np.int64)
    n = 0
    for way in range(HEADINGS):
        if way != heading and _is_grass(tile, NEIGHBOURS[cell, way]):
            ways[n] = way
            n += 1
    return ways[draw(rng, 0, n)]


@kernel
def _push(stack: Array, top: int, task: int, a: int, b: int) -> int:
    """Put a task on the stack; returns its new height."""
    stack[3 * top], stack[3 * top + 1], stack[3 * top + 2] = task, a, b
    return top + 1


@kernel
def lay_paths(tile: Array, rng: Array) -> int:
    """Turn grass into the path network; returns `DONE` or why the original fails."""
    stack = np.empty(3 * 4096, np.int64)
    segment = np.empty(16384, np.int64)
    end = 0  # of the segment buffer
    ways = np.empty(HEADINGS, np.int64)
    walks = reroutes = looks = 0
    top = _push(stack, 0, _BORDER_START, 0, 0)
    for _ in range(100_000):
        if top == 0:
            return DONE
        if top > 4000 or end > 16000:
            return ENDLESS
        top -= 1
        task, a, b = stack[3 * top], stack[3 * top + 1], stack[3 * top + 2]
        if task == _PAVE:
            for i in range(a, b):
                if tile[segment[i]] == GRASS:
                    tile[segment[i]] = PATH
            continue
        if task == _BORDER_START:
            walks = reroutes = 0
            draw(rng, 1, CELLS - 1)  # the original draws once more than it needs
            start = -1
            for _ in range(10 * CELLS):
                cell = draw(rng, 1, CELLS - 1)
                if tile[cell] == GRASS and IS_BORDER[cell]:
                    start = cell
                    break
            if start < 0:
                return NO_BORDER_START
            n = 0
            for way in range(HEADINGS):
                cell = NEIGHBOURS[start, way]
                if _is_grass(tile, cell) and not IS_BORDER[cell]:
                    ways[n] = way
                    n += 1
            if n == 0:
                top = _push(stack, top, _BORDER_START, 0, 0)
            else:
                top = _push(stack, top, _WALK, start, ways[draw(rng, 0, n)])
            continue

        # A walk from a in heading b.
        heading = b
        cell = NEIGHBOURS[a, heading]
        if reroutes >= _MAX_REROUTES or (walks < _MAX_WALKS and walks < 2 and IS_BORDER[cell]):
            top = _push(stack, top, _BORDER_START, 0, 0)
            continue
        begin = end
        if walks >= _MAX_WALKS:
            if not IS_BORDER[a]:
                segment[end] = cell
                end += 1
                while not IS_BORDER[cell] and _is_grass(tile, NEIGHBOURS[cell, heading]):
                    cell = NEIGHBOURS[cell, heading]
                    segment[end] = cell
                    end += 1
            top = _push(stack, top, _PAVE, begin, end)
            continue
        walks += 1
        segment[end] = a
        segment[end + 1] = cell
        end += 2
        children = 0
        child_cell = child_heading = second_heading = 0
        while looks < _MAX_LOOKS:
            looks += 1
            ahead = NEIGHBOURS[cell, heading]
            if ahead < 0:
                break
            if tile[ahead] != GRASS and tile[ahead] != PATH:
                if _can_turn(tile, cell, heading):
                    reroutes += 1
                    child_cell, child_heading = cell, _turn(tile, rng, cell, heading)
                    children = 1
                break
            if IS_BORDER[ahead]:
                segment[end] = ahead
                end += 1
                if walks < _MAX_WALKS and _can_turn(tile, ahead, heading):
                    reroutes += 1
                    child_cell, child_heading = ahead, _turn(tile, rng, ahead, heading)
                    children = 1
                break
            if end - begin >= _MIN_SPLIT_LENGTH and draw(rng, 0, 100) <= _SPLIT_PERCENT:
                n = 0
                for way in (heading, (heading + _RIGHT) % HEADINGS, (heading + _LEFT) % HEADINGS):
                    near = NEIGHBOURS[cell, way]
                    if _is_grass(tile, near) and not IS_BORDER[near]:
                        ways[n] = way
                        n += 1
                if n == 0:
                    return NO_WAY_TO_SPLIT
                chosen = draw(rng, 0, n)
                child_cell, child_heading = cell, ways[chosen]
                children = 1
                if n > 1:
                    for i in range(chosen, n - 1):
                        ways[i] = ways[i + 1]
                    second_heading = ways[draw(rng, 0, n - 1)]
                    children = 2
                break
            segment[end] = ahead
            end += 1
            cell = ahead
        top = _push(stack, top, _PAVE, begin, end)
        if children == 2:
            top = _push(stack, top, _WALK, child_cell, second_heading)
        if children >= 1:
            top = _push(stack, top, _WALK, child_cell, child_heading)
    return ENDLESS
