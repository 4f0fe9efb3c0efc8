"""A client of an application in this process, once it is prepared."""

from collections.abc import Iterator
from contextlib import contextmanager

from litestar import Litestar
from litestar.testing import TestClient

from cerealbar.server.app import create_app
from cerealbar.server.settings import Settings

Client = TestClient[Litestar]


@contextmanager
def prepared_client(settings: Settings) -> Iterator[Client]:
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        yield client
