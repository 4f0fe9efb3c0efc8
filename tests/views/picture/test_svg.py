import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from cerealbar.game import CELLS, TILES
from cerealbar.views.picture import Picture, PictureOptions, legend, picture
from tests.boards import EVERY_CELL, board

PLAIN = ("svg", "defs", "g", "use", "rect", "path", "ellipse", "polyline", "text")
"""Elements that only draw."""


@pytest.fixture(scope="module", params=["board", "legend"])
def drawn(request: pytest.FixtureRequest) -> Picture:
    if request.param == "legend":
        return legend()
    rng = np.random.default_rng(3)
    tiles = {cell: TILES[rng.integers(len(TILES))] for cell in EVERY_CELL[::4]}
    options = PictureOptions(
        seen=rng.random(CELLS) < 0.7,
        trail=(30, 31, 32),
        marked=(99,),
        coordinates=True,
    )
    return picture(board(tiles=tiles, cards=("2po@3,3+",))[0], options=options)


def test_svg_is_well_formed_and_has_one_root(drawn: Picture) -> None:
    root = ET.fromstring(drawn.svg())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_a_title_for_screen_readers_comes_first_and_is_only_text(drawn: Picture) -> None:
    root = ET.fromstring(drawn.svg("<b>2 & 3</b>"))
    assert root.attrib["role"] == "img"
    assert (root[0].tag.rpartition("}")[2], root[0].text) == ("title", "<b>2 & 3</b>")
    assert "<title>" not in drawn.svg()


def test_svg_has_no_script_and_refers_to_nothing_outside(drawn: Picture) -> None:
    for element in ET.fromstring(drawn.svg()).iter():
        assert element.tag.rpartition("}")[2] in PLAIN
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert "url(" not in value
            assert "href" not in name or value.startswith("#")


def test_every_sprite_that_is_used_is_defined_once(drawn: Picture) -> None:
    root = ET.fromstring(drawn.svg())
    names = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    used = {element.attrib["href"][1:] for element in root.iter() if "href" in element.attrib}
    assert len(names) == len(set(names))
    assert used == set(names)


def test_numbers_have_one_decimal_at_most(drawn: Picture) -> None:
    for element in ET.fromstring(drawn.svg()).iter():
        for name in ("d", "points", "x", "y", "cx", "cy", "rx", "ry"):
            assert not re.search(r"\.\d\d|[a-y]", element.attrib.get(name, ""))


def test_the_picture_of_a_full_board_stays_small() -> None:
    tiles = {cell: TILES[7 + i % 70] for i, cell in enumerate(EVERY_CELL[::9])}
    assert len(picture(board(tiles=tiles)[0]).svg()) < 600_000
