"""Many things, some at a time."""

from collections.abc import Iterator


def stretches(first: int, end: int, size: int) -> Iterator[range]:
    """The numbers from `first` to `end` - 1 in ranges of a size, after one of a single number.

    With that whatever is to be compiled is compiled, before the others are begun.
    """
    begin = first
    while begin < end:
        after = min(begin + (1 if begin == first else size), end)
        yield range(begin, after)
        begin = after
