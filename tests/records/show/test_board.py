import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from cerealbar.game import CELLS, CENTRES, Heading, Player, cell_at
from cerealbar.records.show import Film
from cerealbar.records.show.replay_page import Board, draw_board, eye
from cerealbar.views import seen_cells
from cerealbar.views.picture.shapes import Loop
from tests.boards import board as state_of


@pytest.fixture(scope="module")
def drawn(long_film: Film) -> Board:
    return draw_board(long_film)


@pytest.fixture(scope="module")
def tree(drawn: Board) -> ET.Element:
    return ET.fromstring(
        f'<svg><defs>{drawn.definitions}</defs><g id="ground">{drawn.ground}</g>'
        f'<g id="rows">{drawn.rows}</g><path d="{drawn.edge}"/><path d="{drawn.veil}"/></svg>'
    )


def is_inside(loop: Loop, points: np.ndarray) -> np.ndarray:
    """(n,): whether each point lies inside a loop, by counting crossings to the east."""
    x, y = points[:, 0, None], points[:, 1, None]
    ax, ay = np.array(loop).T
    bx, by = np.roll(ax, -1), np.roll(ay, -1)
    spans = (ay > y) != (by > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        crosses = spans & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return np.asarray(crosses.sum(axis=1) % 2 == 1)


@pytest.mark.parametrize("heading", Heading, ids=str)
@pytest.mark.parametrize("at", [(12, 12), (0, 0), (24, 13)], ids=str)
def test_the_eye_is_open_where_the_follower_sees(heading: Heading, at: tuple[int, int]) -> None:
    state = state_of(follower=f"{at[0]},{at[1]},{heading.word}")
    angle = np.radians(heading.degrees)
    away = CENTRES - CENTRES[cell_at(*at)]
    turned = away @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    np.testing.assert_array_equal(is_inside(eye(), turned), seen_cells(state, Player.FOLLOWER)[0])


def test_everything_that_is_used_is_defined_once(tree: ET.Element) -> None:
    names = [element.attrib["id"] for element in tree.iterfind("defs/g")]
    used = {element.attrib["href"].removeprefix("#") for element in tree.iter("use")}
    assert len(names) == len(set(names))
    assert used <= set(names)


def test_each_card_has_an_element_at_its_place(tree: ET.Element, long_film: Film) -> None:
    found = {
        group[0].attrib["id"]: group.attrib["transform"]
        for group in tree.iterfind(".//g[@id='rows']/g")
    }
    assert set(found) == {f"card{number}" for number in range(len(long_film.cards))}
    assert len(set(found.values())) == len({card.cell for card in long_film.cards})


def test_cards_have_the_outlines_that_they_need(drawn: Board, long_film: Film) -> None:
    chosen = {number for frame in long_film.frames for number in frame.selected}
    clashing = {n for frame in long_film.frames if frame.is_invalid for n in frame.selected}
    assert len(re.findall('class="chosen"', drawn.rows)) == len(chosen)
    assert len(re.findall('class="clash"', drawn.rows)) == len(clashing) > 0


def test_what_lies_further_south_is_drawn_later(tree: ET.Element) -> None:
    heights = []
    for element in tree.iterfind(".//g[@id='rows']/*"):
        move = element.attrib.get("transform")
        heights.append(float(move.split()[1].strip(")") if move else element.attrib["y"]))
    assert heights == sorted(heights)


def test_players_have_a_place_in_every_frame(drawn: Board, long_film: Film) -> None:
    for frame in long_film.frames:
        assert {frame.leader[0], frame.follower[0]} <= drawn.places.keys()
    assert len(drawn.places) < CELLS


def test_players_have_a_drawing_for_each_heading(drawn: Board, tree: ET.Element) -> None:
    names = {element.attrib["id"] for element in tree.iterfind("defs/g")}
    for sprites in drawn.player_sprites.values():
        assert len(set(sprites) & names) == len(Heading)
