import numpy as np
import pytest

from cerealbar.game import CELLS, CerealBarError
from cerealbar.views.picture import PictureError, PictureOptions


def test_seen_must_hold_booleans_for_all_cells() -> None:
    with pytest.raises(PictureError, match=r"seen must have shape \(625,\), not \(3,\)"):
        PictureOptions(seen=np.ones(3, np.bool_))
    with pytest.raises(PictureError, match="seen must hold booleans, not int64"):
        PictureOptions(seen=np.ones(CELLS, np.int64))


@pytest.mark.parametrize("name", ["trail", "marked"])
@pytest.mark.parametrize("cell", [-1, CELLS])
def test_cells_outside_the_board_are_refused(name: str, cell: int) -> None:
    with pytest.raises(PictureError, match=f"{name} holds {cell}"):
        PictureOptions(**{name: (3, cell)})  # type: ignore[arg-type]  # the name varies


def test_a_picture_error_is_an_error_of_this_package_and_a_value_error() -> None:
    assert issubclass(PictureError, CerealBarError)
    assert issubclass(PictureError, ValueError)
