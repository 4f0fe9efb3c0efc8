"""Tokens: unguessable words that give a seat, an invitation, or the sight of a game.

A token is the game's id and its purpose, signed with the server's secret, so none is stored and
none can be made by anyone else.
"""

import base64
import hashlib
import hmac
import re
import secrets
from typing import Literal, get_args

TokenPurpose = Literal["leader", "follower", "invite", "watch", "replay"]

_LETTERS: dict[TokenPurpose, str] = {
    "leader": "L",
    "follower": "F",
    "invite": "I",
    "watch": "W",
    "replay": "R",
}
_PURPOSES = {letter: purpose for purpose, letter in _LETTERS.items()}
_SHAPE = re.compile(r"([0-9a-f]{16})([LFIWR])([A-Za-z0-9_-]{32})")
assert set(_LETTERS) == set(get_args(TokenPurpose))


def new_game_id() -> str:
    """A fresh random id; it is no secret."""
    return secrets.token_hex(8)


class Tokens:
    """Makes tokens and reads them."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def make(self, game_id: str, purpose: TokenPurpose) -> str:
        """The token of a game for a purpose; always the same."""
        return f"{game_id}{_LETTERS[purpose]}{self._signature(game_id, purpose)}"

    def read(self, token: str) -> tuple[str, TokenPurpose] | None:
        """The game's id and the purpose of a token that this server made, or None."""
        found = _SHAPE.fullmatch(token)
        if found is None:
            return None
        game_id, letter, signature = found.groups()
        purpose = _PURPOSES[letter]
        is_ours = hmac.compare_digest(signature, self._signature(game_id, purpose))
        return (game_id, purpose) if is_ours else None

    def _signature(self, game_id: str, purpose: TokenPurpose) -> str:
        digest = hmac.digest(self._secret, f"{game_id} {purpose}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:24]).decode()
