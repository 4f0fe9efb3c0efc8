"""The description of the HTTP API: as OpenAPI for programs, and as a page for people.

Litestar's own pages load scripts from elsewhere and hold some, which our content security policy
forbids; this one is a template without any.
"""

from typing import Any

import msgspec
from litestar import Request
from litestar.enums import MediaType
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin

from cerealbar import __version__
from cerealbar.server.templates import FOLDER

PATH = "/api/docs"


def openapi_config() -> OpenAPIConfig:
    """The description of all routes that are to be in it."""
    return OpenAPIConfig(
        title="CerealBar",
        version=__version__,
        summary="Opening rooms, taking seats and seeing replays; games are played over the socket.",
        path=PATH,
        render_plugins=[ApiPage(path="/"), JsonRenderPlugin(path="/openapi.json")],
    )


class ApiPage(OpenAPIRenderPlugin):
    """The description as a page."""

    def __init__(self, *, path: str) -> None:
        super().__init__(path=path, media_type=MediaType.HTML)

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        engine = request.app.template_engine
        assert engine is not None, "the application has templates"
        described = msgspec.json.decode(self.render_json(request, openapi_schema))
        page: str = engine.get_template(f"{FOLDER}/api.html").render(api=described, path=PATH)
        return page.encode()
