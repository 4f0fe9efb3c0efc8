"""Who plays: people and programs by an id that tells nothing about them, agents by their name."""

import hmac
import secrets
import unicodedata

from cerealbar import __version__
from cerealbar.records import Participant
from cerealbar.server.store import AGENT, HUMAN, PROGRAM, SCRIPT
from cerealbar.wire.lobby import OpenRoom, TakeSeat

_ID_BYTES = 8
_JOINERS = "\u200c\u200d"
"""Characters without a shape of their own that names in some scripts need."""


def person(asked: OpenRoom | TakeSeat, secret: bytes) -> Participant:
    """Who wants to play; the same browser has the same id in all games of a server."""
    if asked.person:
        digest = hmac.digest(secret, f"person {asked.person}".encode(), "sha256")
        number = digest[:_ID_BYTES].hex()
    else:
        number = secrets.token_hex(_ID_BYTES)
    kind = PROGRAM if asked.is_program else HUMAN
    return Participant(kind=kind, name=shown_name(asked.name), id=number)


def shown_name(typed: str) -> str:
    """A name as it can be shown anywhere: one line, without control and direction characters."""
    kept = (
        letter if letter in _JOINERS or not unicodedata.category(letter).startswith("C") else " "
        for letter in unicodedata.normalize("NFC", typed)
    )
    name = " ".join("".join(kept).split())
    return name if any(letter.isprintable() and not letter.isspace() for letter in name) else ""


def agent(name: str) -> Participant:
    """An agent of the server's roster."""
    return Participant(kind=AGENT, name=name, version=__version__)


def script(name: str) -> Participant:
    """Whoever has the other seat of a tutorial."""
    return Participant(kind=SCRIPT, name=name, version=__version__)
