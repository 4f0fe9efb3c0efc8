import numpy as np
import pytest

from cerealbar.game import CELLS, CerealBarError
from cerealbar.views.picture import PictureError, PictureOptions


def test_an_overlay_of_a_wrong_shape_is_refused_by_its_shape() -> None:
    with pytest.raises(
        ValueError, match=r"overlay must be an array of shape \(625,\), not \(25, 25\)"
    ):
        PictureOptions(overlay=np.zeros((25, 25)))


def test_an_overlay_that_is_no_array_is_refused_by_its_type() -> None:
    with pytest.raises(PictureError, match="not list"):
        PictureOptions(overlay=[0.0] * CELLS)  # type: ignore[arg-type]  # the mistake under test


@pytest.mark.parametrize("value", [np.nan, np.inf, -0.5])
def test_an_overlay_with_an_impossible_value_names_cell_and_value(value: float) -> None:
    overlay = np.zeros(CELLS)
    overlay[31] = value
    with pytest.raises(PictureError, match=f"overlay of cell 31 is {value}"):
        PictureOptions(overlay=overlay)


def test_seen_must_hold_booleans_for_all_cells() -> None:
    with pytest.raises(PictureError, match=r"seen must be .* not \(3,\)"):
        PictureOptions(seen=np.ones(3, np.bool_))
    with pytest.raises(PictureError, match="seen must hold booleans, not int64"):
        PictureOptions(seen=np.ones(CELLS, np.int64))


@pytest.mark.parametrize("name", ["trail", "marked"])
@pytest.mark.parametrize("cell", [-1, CELLS])
def test_cells_outside_the_board_are_refused(name: str, cell: int) -> None:
    with pytest.raises(PictureError, match=f"{name} holds {cell}"):
        PictureOptions(**{name: (3, cell)})  # type: ignore[arg-type]  # the name varies


def test_a_title_with_control_characters_is_refused() -> None:
    with pytest.raises(PictureError, match=r"not 'a\\x00b'"):
        PictureOptions(title="a\x00b")


def test_a_picture_error_is_an_error_of_this_package_and_a_value_error() -> None:
    assert issubclass(PictureError, CerealBarError)
    assert issubclass(PictureError, ValueError)
