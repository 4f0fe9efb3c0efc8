"""Under which names the server answers, and whose pages may change something."""

from cerealbar.server.middleware.refusal import RefusedError
from cerealbar.server.origins import Scope, header, is_allowed_host, is_allowed_origin
from cerealbar.server.settings import Settings


def check_host(scope: Scope, settings: Settings) -> None:
    """See that a request names this server.

    Raises:
        RefusedError: it names another, or none, or several.
    """
    hosts = [value for key, value in scope["headers"] if key == b"host"]
    if len(hosts) != 1 or not is_allowed_host(hosts[0].decode("latin-1"), settings):
        raise RefusedError(421, "this server does not answer under that host name")


def check_origin(scope: Scope, settings: Settings) -> None:
    """See that no page of another site is behind a request.

    Raises:
        RefusedError: there is.
    """
    origin, host = header(scope, b"origin"), header(scope, b"host")
    site = header(scope, b"sec-fetch-site")
    is_elsewhere = origin is None and site not in (None, "same-origin", "none")
    if is_elsewhere or not is_allowed_origin(origin, host, settings):
        raise RefusedError(403, "a page of another site asks")
