"""Sorting a few numbers in compiled code."""

from cerealbar.compiling import Array, kernel


@kernel
def sort_first(numbers: Array, n: int) -> None:
    """Put the first `n` of some numbers in order, the least first.

    By insertion, as they are few: what Numba has for arrays of any size takes half a second to
    compile.
    """
    for i in range(1, n):
        number = numbers[i]
        place = i
        while place > 0 and numbers[place - 1] > number:
            numbers[place] = numbers[place - 1]
            place -= 1
        numbers[place] = number
