"""The texts of a study: Markdown in, safe HTML out; HTML in a text is shown as it is written."""

from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

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
