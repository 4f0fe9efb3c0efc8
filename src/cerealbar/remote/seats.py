"""How a program gets a seat, and plays it to the end with a function that chooses what to do.

It opens a room, is invited, or is given the seat's token.
"""

import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Literal, TypeAlias, TypeVar
from urllib.parse import urlsplit

import msgspec

from cerealbar.remote.errors import (
    ActionRefusedError,
    AddressError,
    RequestError,
    UnansweredError,
    UnreachableError,
)
from cerealbar.remote.game import RemoteGame
from cerealbar.remote.known import Known
from cerealbar.remote.line import SeatLine, reason_of
from cerealbar.wire.lobby import Lobby, OpenRoom, Seated, TakeSeat
from cerealbar.wire.messages import NO_FAULT
from cerealbar.wire.words import ActionWord

REQUEST_SECONDS = 30.0
PATIENCE_SECONDS = 600.0
"""How long a seat tries to come back; servers keep it for ten minutes unless set otherwise."""
RETRY_SECONDS = 1.0
"""How long to wait for a server that cannot store anything."""
MAX_BUMPS = 20
"""Choices in a row that may be blocked: more is no bad luck."""

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class RemoteSeat:
    """A place in a room; whoever has the token has the seat."""

    url: str
    """The server's address, such as http://localhost:8080."""
    token: str = field(repr=False)

    def connect(
        self, *, patience_seconds: float = PATIENCE_SECONDS, insists: bool = False
    ) -> RemoteGame:
        """The game, over a connection that comes back by itself for as long as patience lasts.

        By default it is told at once if no server answers; who `insists` waits for it then too, as
        pages do.

        Raises:
            UnreachableError: no server answers.
            GoodbyeError: the server does not know the token, or speaks another version.
        """
        address = server_address(self.url).replace("http", "ws", 1) + "/socket"
        return RemoteGame(SeatLine(address, self.token, patience_seconds, insists=insists))

    @property
    def link(self) -> str:
        """The page on which a person would play this seat."""
        return f"{server_address(self.url)}/play#{self.token}"


def lobby(url: str) -> Lobby:
    """What can be played at a server."""
    return ask(url, "/api/lobby", None, Lobby)


def open_room(
    url: str,
    mode: Literal["agent", "friend", "match"] = "agent",
    *,
    role: Literal["leader", "follower", "any"] = "leader",
    agent: str | None = None,
    name: str = "",
    person: str = "",
    is_program: bool = True,
    seed: int | None = None,
) -> RemoteSeat:
    """A seat in a new room with an agent or for a friend, or with whoever waits for a partner.

    Games of the same secret `person` have the same anonymous id in what the server exports.

    Raises:
        RequestError: the server refuses it.
        UnreachableError: no server answers.
    """
    wish = OpenRoom(
        mode=mode,
        role=role,
        agent=agent,
        name=name,
        person=person,
        is_program=is_program,
        seed=seed,
    )
    return _seats(url, "/api/rooms", wish)[0]


def open_both(
    url: str, *, name: str = "", person: str = "", seed: int | None = None
) -> tuple[RemoteSeat, RemoteSeat]:
    """The leader's and the follower's seat of a new room."""
    wish = OpenRoom(mode="both", name=name, person=person, is_program=True, seed=seed)
    leader, follower = _seats(url, "/api/rooms", wish)
    return leader, follower


def take_seat(
    url: str, invite: str, *, name: str = "", person: str = "", is_program: bool = True
) -> RemoteSeat:
    """The open seat of the room to which a token invites.

    Raises:
        RequestError: the invitation is not, or no longer, valid.
    """
    wish = TakeSeat(invite=invite, name=name, person=person, is_program=is_program)
    return _seats(url, "/api/seats", wish)[0]


def join(link: str, *, name: str = "", person: str = "", is_program: bool = True) -> RemoteSeat:
    """The seat to which a link of the pages leads: `/join#INVITE`, `/play#TOKEN`, `/watch#TOKEN`.

    Raises:
        AddressError: it is no such link.
    """
    parts = urlsplit(link)
    url, token = f"{parts.scheme}://{parts.netloc}", parts.fragment
    if parts.path == "/join" and token:
        return take_seat(url, token, name=name, person=person, is_program=is_program)
    if parts.path in ("/play", "/watch") and token and "," not in token:
        return RemoteSeat(server_address(url), token)
    raise AddressError(f"{link!r} leads to no seat: expected /join#, /play# or /watch# and a token")


@dataclass(frozen=True, slots=True)
class Say:
    """A choice of the leader: send an instruction."""

    text: str


RemoteChoice: TypeAlias = ActionWord | Say
"""What a player does next: a word of `known.legal`, or an instruction."""
Choose: TypeAlias = Callable[[Known], RemoteChoice]
"""A player: what it does next, asked whenever the game waits for it."""


def play(seat: RemoteSeat, choose: Choose) -> Known:
    """Play a seat until the game is over; returns what was known then.

    Raises:
        ActionRefusedError: the choice was against the rules, or blocked many times in a row.
        PartnerError: the partner is an agent that has failed.
        GoodbyeError: the server sends this connection away for good.
        UnreachableError: no server has answered for too long.
    """
    bumps = 0
    with seat.connect() as game:
        while game.wait_for_turn():
            try:
                choice = choose(game.known)
                if isinstance(choice, Say):
                    game.instruct(choice.text)
                else:
                    game.act(choice)
                bumps = 0
            except UnansweredError:
                continue  # what is known is fresh: choose again
            except ActionRefusedError as refusal:
                bumps += refusal.code == "blocked"  # nobody sees what is behind the follower
                if refusal.code == "not-stored":
                    time.sleep(RETRY_SECONDS)
                elif refusal.code not in NO_FAULT or bumps > MAX_BUMPS:
                    raise
        return game.known


def server_address(url: str) -> str:
    """The address of a server without a slash at its end.

    Raises:
        AddressError: it is none.
    """
    parts = urlsplit(url)
    is_address = parts.scheme in ("http", "https") and parts.netloc and parts.path in ("", "/")
    if not is_address or parts.query or parts.fragment:
        raise AddressError(f"{url!r} is no server: expected an address as http://localhost:8080")
    return f"{parts.scheme}://{parts.netloc}"


def _seats(url: str, path: str, wish: OpenRoom | TakeSeat) -> tuple[RemoteSeat, ...]:
    given = ask(url, path, wish, Seated).seats
    return tuple(RemoteSeat(server_address(url), seat.token) for seat in given)


def ask(url: str, path: str, wish: object, answer: type[Answer]) -> Answer:
    """What a server answers to a wish at a path; to None it is a question without one.

    Raises:
        RequestError: the server refuses it.
        UnreachableError: no server answers.
    """
    request = urllib.request.Request(  # noqa: S310  # server_address takes http and https only
        server_address(url) + path,
        data=None if wish is None else msgspec.json.encode(wish),
        headers={"content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=REQUEST_SECONDS) as response:  # noqa: S310
            return msgspec.json.decode(response.read(), type=answer)
    except urllib.error.HTTPError as error:
        with error:
            raise RequestError(error.code, reason_of(error.read())) from None
    except (OSError, HTTPException) as error:  # the latter if it stopped in the middle
        raise UnreachableError(f"no server answers at {url}: {error}") from None
    except msgspec.MsgspecError as error:
        raise UnreachableError(f"what answers at {url} is no server of ours: {error}") from None
