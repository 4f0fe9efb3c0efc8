"""Refusals in the one form that clients know: a status and a reason as JSON."""

from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from cerealbar.game import CerealBarError
from cerealbar.wire.lobby import Problem

_REASONS = {405: "this page cannot be asked for in that way"}
_NO_PAGE = "there is no such page"


def problem(status: int, reason: str) -> Response[bytes]:
    """The answer that something was refused, and why."""
    return Response(
        msgspec.json.encode(Problem(reason=reason)),
        status_code=status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


def refuse(_: Request[Any, Any, Any], error: CerealBarError) -> Response[bytes]:
    """The answer to whoever cannot have what it asks for, with the error's status if it has one."""
    return problem(getattr(error, "status", 400), str(error))


def tell_problem(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """The answer to a request that the framework or a route refused."""
    answer = problem(error.status_code, _reason(error))
    answer.headers.update(error.headers or {})
    if error.status_code in (408, 413):
        answer.headers["connection"] = "close"  # the rest of the body is not wanted
    if error.status_code in (429, 503):
        answer.headers.setdefault("retry-after", "10")
    return answer


def _reason(error: HTTPException) -> str:
    if isinstance(error, ValidationException) and error.extra:
        return "; ".join(_mistake(told) for told in error.extra)
    if error.status_code == 404 and error.detail in ("", "Not Found"):
        return _NO_PAGE
    return _REASONS.get(error.status_code, error.detail or "the request was refused")


def _mistake(told: Any) -> str:
    """What is wrong with one value of a request, as Litestar found it."""
    key = told.get("key", "data")
    message = str(told["message"])
    return message if key == "data" else f"{key}: {message}"
