"""Web pages in one file: templates in which no text becomes markup, and which load nothing."""

import base64
import hashlib
import re
from collections.abc import Callable, Sequence
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

# Neither HTML nor UTF-8 has room for these.
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def printable(value: object) -> object:
    """The value as a text that a page can hold; markup as it is."""
    return value if isinstance(value, Markup) else _UNPRINTABLE.sub("\ufffd", str(value))


def templates(finalize: Callable[[object], object], *, autoescape: bool) -> Environment:
    """The templates in this package's folders; every value in them passes `finalize`."""
    environment = Environment(
        loader=PackageLoader("cerealbar", ""),
        autoescape=autoescape,  # noqa: S701  # Markdown has nothing to escape
        finalize=finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["count"] = "{:,}".format
    return environment


_pages = templates(printable, autoescape=True)


def fill_page(template: str, *, style: str, scripts: Sequence[str] = (), **values: object) -> str:
    """A page of a template, a style sheet and scripts, all of them files in this package's folders.

    Its content security policy allows nothing else; what is no `Markup` is escaped.
    """
    css, script = _source(style), "".join(map(_source, scripts))
    code = f" script-src {_digest(script)};" if script else ""
    policy = (
        f"default-src 'none'; img-src data:; style-src {_digest(css)};{code}"
        " base-uri 'none'; form-action 'none'"
    )
    own = {"policy": policy, "style": css, "script": script}
    marked = {name: Markup(text) for name, text in own.items()}  # noqa: S704  # of our own files
    return _pages.get_template(template).render(marked, **values)


def _source(name: str) -> str:
    return files("cerealbar").joinpath(name).read_text(encoding="utf-8")


def _digest(source: str) -> str:
    digest = hashlib.sha256(source.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
