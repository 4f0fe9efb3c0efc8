"""What every answer carries: headers that tell browsers what a page must not do."""

from cerealbar.server.middleware.refusal import Message, Send
from cerealbar.server.origins import Scope, is_secure
from cerealbar.server.settings import Settings

_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
)
_HEADERS = {
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def _framing(scope: Scope, settings: Settings) -> dict[str, str]:
    """Who may show a page in a frame, and where its forms may go; admin pages are nobody's."""
    sites = () if scope["path"].startswith("/admin") else settings.framing_sites
    parts = (
        *_POLICY,
        " ".join(("form-action 'self'", *sites)),
        " ".join(("frame-ancestors", *(sites or ("'none'",)))),
    )
    policy = {"content-security-policy": "; ".join(parts)}
    return policy if sites else policy | {"x-frame-options": "DENY"}


def with_headers(scope: Scope, send: Send, settings: Settings) -> Send:
    """A way to send that adds the headers which every answer has."""
    headers = _HEADERS | _framing(scope, settings)
    # With "no-referrer" browsers hide the origin of a form, which is checked.
    is_form = scope["path"].startswith("/admin")
    headers["referrer-policy"] = "same-origin" if is_form else "no-referrer"
    if is_secure(scope, settings):
        headers["strict-transport-security"] = "max-age=31536000"
    added = [(key.encode(), value.encode()) for key, value in headers.items()]

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            names = {key for key, _ in added}
            own = [pair for pair in message.get("headers", []) if pair[0].lower() not in names]
            message = {**message, "headers": [*own, *added]}
        await send(message)

    return send_with_headers
