"""Who plays: people and programs by an id that tells nothing about them, agents by their name."""

import hmac
import secrets

from cerealbar import __version__
from cerealbar.records import Participant
from cerealbar.server.store import AGENT, HUMAN, PROGRAM
from cerealbar.wire.lobby import OpenRoom, TakeSeat

_ID_BYTES = 8


def person(wish: OpenRoom | TakeSeat, secret: bytes) -> Participant:
    """Who wants to play; the same browser has the same id in all games of a server."""
    if wish.person:
        digest = hmac.digest(secret, f"person {wish.person}".encode(), "sha256")
        number = digest[:_ID_BYTES].hex()
    else:
        number = secrets.token_hex(_ID_BYTES)
    kind = PROGRAM if wish.is_program else HUMAN
    return Participant(kind=kind, name=wish.name.strip(), id=number)


def agent(name: str) -> Participant:
    """An agent of the server's roster."""
    return Participant(kind=AGENT, name=name, version=__version__)
