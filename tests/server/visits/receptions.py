"""A reception over a real router and store, with a clock that tests move."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

from cerealbar.game import Rules
from cerealbar.server.rooms import RoomRouter
from cerealbar.server.settings import Settings
from cerealbar.server.treatments import usual_treatment
from cerealbar.server.visits.playing import StudyGames
from cerealbar.server.visits.visiting import StudyVisits
from cerealbar.studies.reading import load_study
from cerealbar.studies.study import Study
from cerealbar.wire.visits import AnswerStep, AskVisit, EnterStudy, Reply, VisitShown
from tests.server.rooms.playing import Time, opened_router

Given = ParamSpec("Given")


def in_loop(test: Callable[Given, Coroutine[Any, Any, None]]) -> Callable[Given, None]:
    """The test in an event loop of its own."""

    @wraps(test)
    def run(*args: Given.args, **options: Given.kwargs) -> None:
        asyncio.run(test(*args, **options))

    return run


STUDY = """
name = "small"
title = "A small study"
[recruiting]
via = "{via}"
again = "{again}"
{recruiting}
[[steps]]
kind = "consent"
text = "consent.md"
{steps}
[[steps]]
kind = "end"
text = "end.md"
[treatments.usual]
partner = "agent"
role = "leader"
"""
ABOUT = """
title = "About you"
[[items]]
id = "remarks"
kind = "free-text"
text = "Anything?"
"""
QUESTIONNAIRE = '[[steps]]\nkind = "questionnaire"\nfile = "about.toml"'
QUIZ = '[[steps]]\nkind = "quiz"\ntries = 2'


def small_study(
    folder: Path, steps: str = "", *, via: str = "open", again: str = "never", recruiting: str = ""
) -> Study:
    """A study with a consent, some steps, and an end."""
    folder.mkdir(exist_ok=True)
    (folder / "consent.md").write_text("# Consent\n\nDo you <b>agree</b>?")
    (folder / "end.md").write_text("Goodbye.")
    (folder / "about.toml").write_text(ABOUT)
    text = STUDY.format(via=via, again=again, recruiting=recruiting, steps=steps)
    (folder / "study.toml").write_text(text)
    return load_study(folder)


@asynccontextmanager
async def reception_of(
    database: Path, study: Study, time: Time | None = None
) -> AsyncIterator[StudyVisits]:
    time = time or Time()
    database.mkdir(exist_ok=True)
    async with opened_router(database, time) as router:
        yield reception_on(router, study)


def reception_on(router: RoomRouter, study: Study) -> StudyVisits:
    """A reception over a router that is there."""
    return StudyVisits(
        router.services.store,
        {study.name: study},
        StudyGames(router, usual_treatment(Settings())),
        {study.name: Rules()},
        router.services.wall,
    )


class Guest:
    """A participant's page."""

    def __init__(self, reception: StudyVisits, token: str) -> None:
        self._reception, self.token = reception, token

    @classmethod
    async def come(
        cls,
        reception: StudyVisits,
        browser: str = "ada",
        study: str = "small",
        **link: str,
    ) -> "Guest":
        given = await reception.enter(EnterStudy(study=study, link=link, person=browser))
        return cls(reception, given.token)

    async def look(self) -> VisitShown:
        return await self._reception.visit(AskVisit(token=self.token))

    async def answer(self, reply: Reply) -> VisitShown:
        """Answer the step that the page shows."""
        stage = await self.look()
        return await self.answer_at(stage, reply)

    async def answer_at(self, stage: VisitShown, reply: Reply) -> VisitShown:
        """Answer a step that the page has shown."""
        wish = AnswerStep(token=self.token, step=stage.step, round=stage.round, reply=reply)
        return await self._reception.answer(wish)
