"""Tokens: unguessable words that give a seat, an invitation, the sight of a game, or a visit.

A token is the id of a game, or of a participant, and its purpose, signed with the server's secret,
so none is stored and none can be made by anyone else.
"""

import base64
import hashlib
import hmac
import re
import secrets
from typing import Literal, NamedTuple, get_args

TokenPurpose = Literal["leader", "follower", "invite", "watch", "replay", "visit"]

_PURPOSES: dict[str, TokenPurpose] = {word[0].upper(): word for word in get_args(TokenPurpose)}
"""By the letters that stand for them."""
SHAPE = re.compile(r"([0-9a-f]{16})([LFIWRV])(?:([1-9][0-9]{0,3})\.)?([A-Za-z0-9_-]{32})", re.ASCII)
"""Of every token: a game or a participant, a purpose, a number unless it is 0, and a signature."""


def new_id() -> str:
    """A fresh random id of a game or a participant; it is no secret, and says nothing of anyone."""
    return secrets.token_hex(8)


class ReadToken(NamedTuple):
    """What a token is for."""

    game_id: str
    purpose: TokenPurpose
    holder: int = 0
    """Of a seat: how many held it before whom the token was given to; of a visit: its window."""


class Tokens:
    """Makes tokens and reads them."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def make(self, game_id: str, purpose: TokenPurpose, holder: int = 0) -> str:
        """The token of a game for a purpose and a holder; always the same."""
        made = ReadToken(game_id, purpose, holder)
        number = f"{holder}." if holder else ""
        return f"{game_id}{purpose[0].upper()}{number}{self._signature(made)}"

    def read(self, token: str) -> ReadToken | None:
        """What a token of this server is for, or None."""
        found = SHAPE.fullmatch(token)
        if found is None:
            return None
        game_id, letter, number, signature = found.groups()
        read = ReadToken(game_id, _PURPOSES[letter], int(number or 0))
        return read if hmac.compare_digest(signature, self._signature(read)) else None

    def _signature(self, token: ReadToken) -> str:
        number = f" {token.holder}" if token.holder else ""
        signed = f"{token.game_id} {token.purpose}{number}"
        digest = hmac.digest(self._secret, signed.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:24]).decode()
