"""One Ray of two workers for all tests of a module."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def two_ray_workers() -> Iterator[str]:
    """The address of a Ray with two workers, which this process has joined."""
    from cerealbar.crew.cluster import LOCAL, RayCrew

    with RayCrew(LOCAL, 2) as crew:
        yield crew.address
