"""The routes of studies, under /api/study."""

from typing import Any

from litestar import Request, Response, Router, post
from litestar.datastructures import CacheControlHeader
from litestar.params import JSONBody

from cerealbar.server.lobby import JsonRequest
from cerealbar.server.problems import problem
from cerealbar.server.visits.people import VisitError
from cerealbar.server.visits.visiting import StudyVisits
from cerealbar.studies.errors import AnswerError
from cerealbar.wire.visits import AnswerStep, AskVisit, EnterStudy, VisitGiven, VisitShown


def study_router(reception: StudyVisits) -> Router:
    """The routes."""

    @post("/enter", summary="Come to a study", status_code=200)
    async def enter(data: JSONBody[EnterStudy]) -> VisitGiven:
        return await reception.enter(data)

    @post("/visit", summary="See the step one is at", status_code=200)
    async def visit(data: JSONBody[AskVisit]) -> VisitShown:
        return await reception.visit(data)

    @post("/answer", summary="Go on from a step", status_code=200)
    async def answer(data: JSONBody[AnswerStep]) -> VisitShown:
        return await reception.answer(data)

    return Router(
        "/api/study",
        route_handlers=[enter, visit, answer],
        request_class=JsonRequest,
        cache_control=CacheControlHeader(no_store=True),
        include_in_schema=True,
    )


def refuse_visit(_: Request[Any, Any, Any], error: VisitError) -> Response[bytes]:
    """The answer to a participant who cannot have what it asks for."""
    return problem(error.status, str(error))


def refuse_answer(_: Request[Any, Any, Any], error: AnswerError) -> Response[bytes]:
    """The answer to a reply that is none."""
    return problem(400, str(error))
