"""Every database that the store can use, for tests that hold on all."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.postgresql import (
    PROGRAMS,
    PostgreSQL,
    find_program,
    running_postgresql,
)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    missing = [name for name in PROGRAMS if find_program(name) is None]
    assert not missing, f"PostgreSQL is not installed, see `make postgresql`: no {missing}"
    with running_postgresql() as server:
        yield server


@pytest.fixture
def shared(postgresql: PostgreSQL) -> str:
    """The address of a new, empty PostgreSQL database."""
    return postgresql.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new, empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return server.new_database()
