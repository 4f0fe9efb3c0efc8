"""The pages that the server itself writes, as Jinja templates in which no text becomes markup."""

from datetime import UTC, datetime
from importlib.resources import files

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig

from cerealbar.records.pages import printable, templates

FOLDER = "server/templates"
"""In the package; a template's name begins with it."""


def template_config() -> TemplateConfig[JinjaTemplateEngine]:
    """The templates, for an application."""
    environment = templates(printable, autoescape=True)
    environment.filters |= {"duration": duration, "moment": moment, "instant": instant}
    return TemplateConfig(instance=JinjaTemplateEngine.from_environment(environment))


def style_route() -> HTTPRouteHandler:
    """The style sheet of the templates."""
    sheet = files("cerealbar").joinpath(FOLDER, "pages.css").read_bytes()

    @get("/pages.css", sync_to_thread=False)
    def style() -> Response[bytes]:
        return Response(sheet, media_type="text/css", headers={"cache-control": "no-cache"})

    return style


def duration(seconds: float) -> str:
    """A span of time in its largest units, such as `3 min 5 s`."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    if whole < 48 * 3600:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return f"{whole // 86400} days"


def moment(wall: float) -> str:
    """A point in time, in UTC, for people."""
    return f"{datetime.fromtimestamp(wall, UTC):%Y-%m-%d %H:%M:%S}"


def instant(wall: float) -> str:
    """A point in time for programs."""
    return datetime.fromtimestamp(wall, UTC).isoformat(timespec="seconds")
