"""Refusals in the one form that clients know: a status and a reason as JSON."""

from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from cerealbar.wire.lobby import Problem

_REASONS = {404: "there is no such page", 405: "this page cannot be asked for in that way"}


def problem(status: int, reason: str) -> Response[bytes]:
    """The answer that something was refused, and why."""
    return Response(
        msgspec.json.encode(Problem(reason=reason)),
        status_code=status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


def tell_problem(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """The answer to a request that the framework or a route refused."""
    reason = _REASONS.get(error.status_code, error.detail or "the request was refused")
    return problem(error.status_code, reason)
