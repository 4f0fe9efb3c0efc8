"""What all admin pages share: the frame, tables, and how times are told."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from cerealbar.server.admin.html import Child, Html, document, element, joined

STYLE_PATH = "/admin/style.css"
PLACES = (("/admin", "Now"), ("/admin/games", "Past games"), ("/admin/errors", "Errors"))


def framed(
    title: str, *content: Html, path: str, form_token: str, refresh_seconds: int | None = None
) -> bytes:
    """A page with the way to the others and the way out."""
    links = [
        element("a", word, href=place, aria_current="page" if place == path else None)
        for place, word in PLACES
    ]
    bar = element(
        "header",
        element("strong", "CerealBar"),
        element("nav", *links, aria_label="Admin pages"),
        log_out(form_token),
    )
    body = joined(bar, element("main", element("h1", title), *content))
    return document(f"{title} · CerealBar", head=_head(refresh_seconds), body=body)


def bare(title: str, *content: Html) -> bytes:
    """A page with nothing but its content."""
    return document(
        f"{title} · CerealBar", head=_head(None), body=element("main", *content, class_="bare")
    )


def _head(refresh_seconds: int | None) -> Html:
    refresh = (
        element("meta", http_equiv="refresh", content=refresh_seconds) if refresh_seconds else None
    )
    return joined(
        element("link", rel="stylesheet", href=STYLE_PATH),
        element("link", rel="icon", href="/icon.svg"),
        refresh,
    )


def log_out(form_token: str) -> Html:
    """The button that ends the session."""
    return element(
        "form",
        hidden_token(form_token),
        element("button", "Log out", type="submit", class_="quiet"),
        method="post",
        action="/admin/logout",
    )


def hidden_token(form_token: str) -> Html:
    """What shows that a form is ours."""
    return element("input", type="hidden", name="form", value=form_token)


def section(title: str, content: Html, *, note: Child = None) -> Html:
    """A part of a page."""
    told = None if note is None else element("p", note, class_="note")
    return element("section", element("h2", title), told, content)


def table(heads: Sequence[str], rows: Iterable[Sequence[Child]], *, empty: str) -> Html:
    """A table, or a sentence if it has no rows; heads that end in # are of numbers."""
    body = [
        element(
            "tr",
            *(
                element("td", cell, class_=_number_class(head), data_head=head.rstrip("#"))
                for head, cell in zip(heads, row, strict=True)
            ),
        )
        for row in rows
    ]
    if not body:
        return element("p", empty, class_="empty")
    top = [
        element("th", head.rstrip("#"), scope="col", class_=_number_class(head)) for head in heads
    ]
    return element(
        "div",
        element("table", element("thead", element("tr", *top)), element("tbody", *body)),
        class_="scroll",
        tabindex=0,
    )


def _number_class(head: str) -> str | None:
    return "number" if head.endswith("#") else None


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


def moment(wall: float) -> Html:
    """A point in time, in UTC."""
    when = datetime.fromtimestamp(wall, UTC)
    return element("time", f"{when:%Y-%m-%d %H:%M:%S}", datetime=when.isoformat(timespec="seconds"))


def badge(word: str, colour: str = "grey") -> Html:
    """A word that stands out."""
    return element("span", word, class_=f"badge {colour}")
