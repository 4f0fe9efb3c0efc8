"""HTML that cannot be broken out of: whatever is not made here is text, and is escaped."""

from html import escape


class Html(str):
    """Markup that was made by this module."""

    __slots__ = ()


Child = Html | str | int | None
"""What can stand in an element: markup, text, a number, or nothing."""
_EMPTY = frozenset({"meta", "link", "input", "br"})


def element(tag: str, *children: Child, **attributes: str | int | bool | None) -> Html:
    """An element; `class_` and `http_equiv` are written as HTML spells them.

    An attribute that is None or False is left out, one that is True has no value.
    """
    told = "".join(_attribute(name, value) for name, value in attributes.items())
    if tag in _EMPTY:
        return Html(f"<{tag}{told}>")
    return Html(f"<{tag}{told}>{joined(*children)}</{tag}>")


def joined(*children: Child) -> Html:
    """Several things after one another."""
    return Html("".join(_child(child) for child in children))


def document(title: str, *, head: Html, body: Html) -> bytes:
    """A whole page."""
    page = element(
        "html",
        element(
            "head",
            element("meta", charset="utf-8"),
            element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            element("title", title),
            head,
        ),
        element("body", body),
        lang="en",
    )
    return f"<!doctype html>\n{page}\n".encode()


def _child(child: Child) -> str:
    if child is None:
        return ""
    return child if isinstance(child, Html) else escape(str(child))


def _attribute(name: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    spelled = name.rstrip("_").replace("_", "-")
    return f" {spelled}" if value is True else f' {spelled}="{escape(str(value))}"'
