from typing import Any

from numba import njit

from cerealbar.server.partners.compiling import counting_compiled


def test_every_function_of_ours_is_counted_once_when_it_is_compiled() -> None:
    def double(number: int) -> int:
        return 2 * number

    def other(number: int) -> int:
        return number + 1

    double.__module__ = "cerealbar.made_up"
    compiled: Any = njit  # numba's types are of other uses
    ours, others = compiled(double), compiled(other)
    told: list[int] = []
    with counting_compiled(told.append):
        others(1)
        assert ours(2) == 4
        assert ours(2.5) == 5.0
        assert ours(3) == 6
    ours(True)
    assert told == [1]
