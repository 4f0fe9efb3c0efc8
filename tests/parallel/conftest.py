"""Three pools that must do the same: this process, two others, and a Ray of two workers."""

from collections.abc import Iterator

import pytest

from cerealbar.parallel import LocalPool, WorkerPool
from cerealbar.parallel.cluster import LOCAL, RayPool


@pytest.fixture(scope="session")
def ray_pool() -> Iterator[RayPool]:
    """A Ray of two workers, which this process starts."""
    with RayPool(LOCAL, 2) as pool:
        yield pool


@pytest.fixture(scope="session")
def pools(ray_pool: RayPool) -> Iterator[dict[str, WorkerPool]]:
    with LocalPool(2) as local:
        yield {"alone": WorkerPool(), "local": local, "ray": ray_pool}
