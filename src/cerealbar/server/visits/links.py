"""The links by which people come: who someone is by them, and making signed ones.

A platform's id is never stored: a person is a keyed hash of it, the same in all studies.
"""

import hmac
from collections.abc import Mapping
from urllib.parse import urlencode

from cerealbar.game import CerealBarError
from cerealbar.studies.platforms import PLATFORMS
from cerealbar.studies.study import Study

PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
"""What Mechanical Turk says instead of an assignment while nobody has accepted the task."""
MAX_ID_LENGTH = 100
_SIGNATURE = "key"
_SIGNATURE_LENGTH = 24


class VisitError(CerealBarError):
    """A participant cannot have what it asks for; the status is HTTP's."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def person_of(study: Study, link: Mapping[str, str], browser: str, secret: bytes) -> str | None:
    """The person who comes by a link; None for a preview.

    `browser` is what only this browser says; it counts where everyone has the same link.

    Raises:
        VisitError: the link is not one of this study's.
    """
    via = study.recruiting.via
    platform = PLATFORMS[via]
    if not platform.person_key:
        if not browser:
            raise VisitError(400, "this page could not remember you: allow it to store data")
        return person_digest("browser", browser, secret)
    if platform.assignment_key and link.get(platform.assignment_key, PREVIEW) == PREVIEW:
        return None
    name = link.get(platform.person_key, "").strip()
    if not name or len(name) > MAX_ID_LENGTH or not name.isprintable():
        raise VisitError(404, "this link is not complete: open it again from where you got it")
    if platform.is_signed and not hmac.compare_digest(
        link.get(_SIGNATURE, "").encode(), _signature(study.name, name, secret).encode()
    ):
        raise VisitError(404, "this link is not valid for this study")
    return person_digest(via, name, secret)


def person_digest(via: str, name: str, secret: bytes) -> str:
    """The keyed hash that stands for a person."""
    return hmac.digest(secret, f"person {via} {name}".encode(), "sha256").hex()


def signed_link(address: str, study: str, name: str, secret: bytes) -> str:
    """The link of one person to a study."""
    who = {PLATFORMS["links"].person_key: name, _SIGNATURE: _signature(study, name, secret)}
    return f"{address}/study/{study}?{urlencode(who)}"


def _signature(study: str, name: str, secret: bytes) -> str:
    digest = hmac.digest(secret, f"link {study} {name}".encode(), "sha256")
    return digest.hex()[:_SIGNATURE_LENGTH]
