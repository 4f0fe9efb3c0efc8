import io

import numpy as np
import pytest
from PIL import Image

from cerealbar.game import CELLS, STRUCTURES, TILES, WIDTH, Heading, Player, Tile
from cerealbar.views.picture import Picture, PictureError, PictureOptions, legend, picture
from cerealbar.views.picture.shapes import Stamp
from tests.boards import GRASS, PATH, WATER, board

CLASHING = ("1bc@6,6+", "1gd@7,6+", "3ph@8,6")
"""Two selected cards that share their count, and one that is not selected."""


def stamps(drawn: Picture) -> list[str]:
    return [shape.sprite.name for shape in drawn.front.shapes if isinstance(shape, Stamp)]


def pixels(drawn: Picture, width: int = 300) -> bytes:
    return drawn.image(width).tobytes()


def seen_row(z: int) -> np.ndarray:
    return np.asarray(np.arange(CELLS) // WIDTH == z)


@pytest.mark.parametrize("width", [1, 333, 1200])
def test_a_png_has_the_asked_width(width: int) -> None:
    file = io.BytesIO(picture(board()[0]).png(width))
    with Image.open(file) as image:
        assert image.format == "PNG"
        assert image.width == width


@pytest.mark.parametrize("width", [0, -5, 4001, 300.5, "300"])
def test_a_width_that_is_no_number_of_pixels_is_refused(width: int) -> None:
    with pytest.raises(PictureError, match=f"not {width!r}"):
        picture(board()[0]).image(width)


def test_the_same_state_gives_identical_bytes() -> None:
    states = [board(cards=CLASHING, tiles={(3, 3): PATH, (9, 9): WATER})[0] for _ in range(2)]
    first, second = (picture(state) for state in states)
    assert first.png(300) == second.png(300)
    assert first.svg() == second.svg()


def test_a_picture_drawn_after_another_on_the_same_ground_shows_nothing_of_it() -> None:
    empty, full = board()[0], board(cards=CLASHING, leader="20,3,w")[0]
    before = pixels(picture(empty))
    picture(full).image(300)
    assert pixels(picture(empty)) == before


def test_the_north_is_at_the_top() -> None:
    image = picture(board(tiles={(12, 24): WATER}, leader="1,1,ne", follower="2,1,ne")[0]).image(
        300
    )
    plain = picture(board(leader="1,1,ne", follower="2,1,ne")[0]).image(300)
    changed = np.argwhere((np.asarray(image) != np.asarray(plain)).any(axis=2))
    assert changed[:, 0].max() < image.height / 5


def test_every_tile_draws_and_no_two_look_the_same() -> None:
    looks = {}
    for tile in TILES:
        state = board(tiles={(12, 12): tile}, leader="1,1,ne", follower="2,1,ne")[0]
        looks[picture(state).image(400).crop((170, 140, 240, 220)).tobytes()] = tile
    assert len(looks) == len(TILES)


def test_the_leader_sees_an_invalid_selection_in_red() -> None:
    names = stamps(picture(board(cards=CLASHING)[0]))
    assert sum(name.endswith("-invalid") for name in names) == 2
    assert not any(name.endswith("-selected") for name in names)


def test_the_follower_never_sees_red() -> None:
    state = board(cards=CLASHING)[0]
    names = stamps(picture(state, options=PictureOptions(viewer=Player.FOLLOWER)))
    assert sum(name.endswith("-selected") for name in names) == 2
    assert not any(name.endswith("-invalid") for name in names)


def test_a_selection_that_can_become_a_set_is_not_red() -> None:
    names = stamps(picture(board(cards=("1bc@6,6+", "2gd@7,6+", "1bc@8,6"))[0]))
    assert sum(name.endswith("-selected") for name in names) == 2
    assert not any(name.endswith("-invalid") for name in names)


def test_fog_hides_cards_props_and_the_leader_but_not_the_follower() -> None:
    tree = TILES[7]
    state = board(cards=CLASHING, tiles={(15, 6): tree}, leader="3,6,e", follower="4,20,e")[0]
    options = PictureOptions(viewer=Player.FOLLOWER, seen=seen_row(10))
    assert stamps(picture(state, options=options)) == ["follower-e-100"]


def test_what_fog_hides_changes_no_pixel() -> None:
    options = PictureOptions(viewer=Player.FOLLOWER, seen=seen_row(10))
    full = board(cards=CLASHING, tiles={(15, 6): TILES[7]}, leader="3,6,e")[0]
    bare = board(leader="20,22,w")[0]
    assert pixels(picture(full, options=options)) == pixels(picture(bare, options=options))


def test_a_player_who_does_not_see_a_card_under_them_is_drawn_as_on_plain_ground() -> None:
    options = PictureOptions(viewer=Player.FOLLOWER, seen=seen_row(10))
    state = board(cards=("1bc@6,6",), follower="6,6,w")[0]
    assert stamps(picture(state, options=options)) == ["follower-w-100"]


def test_cards_in_view_are_drawn() -> None:
    options = PictureOptions(viewer=Player.FOLLOWER, seen=seen_row(6))
    names = stamps(picture(board(cards=CLASHING)[0], options=options))
    assert sum(name.startswith("card-") for name in names) == 3


def test_northern_props_are_covered_by_southern_ones() -> None:
    windmill = Tile(GRASS.terrain, STRUCTURES[1], Heading.SE)
    drawn = picture(board(tiles={(10, 10): windmill, (10, 11): TILES[7]})[0])
    assert stamps(drawn)[:2] == [str(TILES[7].prop), "windmill-se"]


def test_a_player_on_a_card_is_smaller_than_beside_it() -> None:
    on, beside = (picture(board(leader=f"{x},6,w", cards=("1bc@6,6",))[0]) for x in (6, 7))
    assert "leader-w-74" in stamps(on)
    assert "leader-w-100" in stamps(beside)


@pytest.mark.parametrize(
    "options",
    [
        PictureOptions(trail=(30, 31, 32, 32)),
        PictureOptions(marked=(40,)),
        PictureOptions(coordinates=True),
        PictureOptions(seen=seen_row(3)),
    ],
    ids=["trail", "marked", "coordinates", "seen"],
)
def test_every_option_can_be_seen(options: PictureOptions) -> None:
    state = board()[0]
    assert pixels(picture(state, options=options)) != pixels(picture(state))


def test_the_legend_shows_both_players_and_every_prop() -> None:
    text = legend().svg()
    for tile in TILES:
        assert f">{tile}<" in text
    for player in Player:
        assert f">{player.word} SE<" in text
