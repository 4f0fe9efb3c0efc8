"""Steps that show a page: a consent, a text to read, and the end with its code.

Texts are Markdown in, safe HTML out; HTML in a text is shown as it is written.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Self

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from msgspec import Meta
from msgspec.structs import replace

from cerealbar.studies import entries as told
from cerealbar.studies.entries import StudyEntry
from cerealbar.studies.errors import AnswerError
from cerealbar.studies.lines import Key
from cerealbar.studies.parts import FileName, FileUse, OneLine, ShortName
from cerealbar.studies.pay import account, money
from cerealbar.studies.steps.step import AtStep, VisitStep
from cerealbar.studies.story import ParticipantStory
from cerealbar.wire import visits as wire

HEADLINES = 2
"""By how many levels headlines are lowered: the page has its own above them."""


def _open_link(
    renderer: RendererHTML,
    tokens: list[Token],
    index: int,
    options: OptionsDict,
    env: EnvType,
) -> str:
    """A link that leaves the participant's page where it is."""
    tokens[index].attrSet("target", "_blank")
    tokens[index].attrSet("rel", "noopener noreferrer")
    return renderer.renderToken(tokens, index, options, env)


def _markdown() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    reader.add_render_rule("link_open", _open_link)
    return reader


@lru_cache(maxsize=256)
def html_of(text: str) -> str:
    """A Markdown text as HTML without scripts, images or HTML of its own."""
    reader = _markdown()
    tokens = reader.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + HEADLINES - 1)}"
    return str(reader.renderer.render(tokens, reader.options, {}))


if TYPE_CHECKING:
    from cerealbar.studies.reading import StudyFolder


_TEXT: Mapping[str, FileUse] = {"text": "texts"}


class Consent(VisitStep, frozen=True, kw_only=True, tag="consent"):
    """A text to agree to; whoever does not has reached the end."""

    id: ShortName = "consent"
    text: FileName
    agree: OneLine = "I have read this and want to take part"

    files = _TEXT

    def shown(self, at: AtStep) -> wire.Shown:
        """The text and the button."""
        return wire.ConsentShown(html=html_of(at.study.texts[self.text]), agree=self.agree)

    def taken(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """Agreed or not."""
        if not isinstance(reply, wire.Agree):
            self.refuse(reply)
        return [told.StepAnswered(step=self.id) if reply.is_agreed else told.Ended(how="declined")]


class Information(VisitStep, frozen=True, kw_only=True, tag="information"):
    """A text to read."""

    id: ShortName = "information"
    text: FileName
    least_seconds: Annotated[float, Meta(ge=0, le=3600)] = 0
    """Before which nobody can go on."""

    files = _TEXT

    def hurried(self, speed: float) -> Self:
        """With less time to read."""
        return replace(self, least_seconds=self.least_seconds / speed)

    def seconds_to_wait(self, at: AtStep) -> float:
        """Before it can be left."""
        since = at.wall - at.story.reached.get(self.id, at.wall)
        return max(0.0, self.least_seconds - since)

    def shown(self, at: AtStep) -> wire.Shown:
        """The text, and how long it takes yet."""
        html = html_of(at.study.texts[self.text])
        return wire.TextShown(html=html, wait_seconds=self.seconds_to_wait(at))

    def taken(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """Read."""
        if not isinstance(reply, wire.GoOn):
            self.refuse(reply)
        if self.seconds_to_wait(at) > 0:
            raise AnswerError(f"{self.id!r} takes {self.least_seconds:g} seconds to read")
        return [told.StepAnswered(step=self.id)]


class EndStep(VisitStep, frozen=True, kw_only=True, tag="end"):
    """The last page, with the code."""

    id: ShortName = "end"
    text: FileName | None = None

    is_last = True
    files = _TEXT

    def check(self, folder: "StudyFolder", way: Key) -> None:
        """Likewise, and everyone comes to it."""
        super().check(folder, way)
        if self.only_if:
            folder.note((*way, "only_if"), "everyone comes to the end")

    def is_behind(self, story: ParticipantStory) -> bool:
        """Nobody leaves it behind."""
        return False

    def news(self, at: AtStep) -> list[StudyEntry]:
        """Whoever comes here has finished."""
        return [told.Ended(how="finished")] if at.story.end is None else []

    def shown(self, at: AtStep) -> wire.Shown:
        """How the visit ended, the code, and what was earned."""
        study, story = at.study, at.story
        text = study.texts[self.text] if self.text and story.end == "finished" else ""
        url = study.recruiting.completion_url
        if story.end != "finished" and "{code}" not in url:
            url = ""  # it holds the code of those who finish
        return wire.EndShown(
            how=story.end or "finished",
            html=html_of(text) if text else "",
            code=story.code,
            url=url.replace("{code}", story.code) if story.code else "",
            is_mturk=study.recruiting.via == "mturk" and bool(story.code),
            points=sum(game.score for game in story.games),
            earned=f"{money(account(study, story).total)} {study.pay.currency}",
        )
