"""What is said over HTTP while the server is being prepared."""

from typing import Literal

from cerealbar.wire.words import Said


class StartStep(Said, frozen=True):
    """Something that is to be done before anyone can play."""

    title: str
    done: int
    total: int


class Starting(Said, frozen=True, kw_only=True):
    """GET /api/preparing and, with status 503, GET /health of a server that is being prepared."""

    status: Literal["starting"]
    version: str
    steps: tuple[StartStep, ...]
