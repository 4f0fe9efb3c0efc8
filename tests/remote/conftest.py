from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.remote.server_process import SETTINGS, ServerProcess


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that many tests share; its games have four half-turns."""
    server = ServerProcess(tmp_path_factory.mktemp("server"))
    server.start()
    yield server.url
    server.stop()


@pytest.fixture(scope="module")
def free_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose rules let players cancel and send signals."""
    settings = SETTINGS + 'cancelling = "any-turn"\nthumbs = true\nremarks = true\n'
    server = ServerProcess(tmp_path_factory.mktemp("free"), settings)
    server.start()
    yield server.url
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that a test may stop."""
    server = ServerProcess(tmp_path)
    server.start()
    yield server
    server.stop()
