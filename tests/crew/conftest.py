"""Three crews that must do the same: this process, two others, and a Ray of two workers."""

from collections.abc import Iterator

import pytest

from cerealbar.crew import Alone, Crew, LocalCrew
from cerealbar.crew.cluster import LOCAL, RayCrew


@pytest.fixture(scope="session")
def ray_crew() -> Iterator[RayCrew]:
    """A Ray of two workers, which this process starts."""
    with RayCrew(LOCAL, 2) as crew:
        yield crew


@pytest.fixture(scope="session")
def crews(ray_crew: RayCrew) -> Iterator[dict[str, Crew]]:
    with LocalCrew(2) as local:
        yield {"alone": Alone(), "local": local, "ray": ray_crew}
