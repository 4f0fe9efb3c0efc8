"""The connection of a seat: a socket, the hello, and coming back when it breaks."""

import contextlib
import time
from contextlib import ExitStack
from urllib.parse import urljoin

import msgspec
from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidMessage,
    InvalidStatus,
    InvalidURI,
)
from websockets.sync.client import ClientConnection, connect

from cerealbar.remote.errors import (
    ActionRefusedError,
    AddressError,
    GoodbyeError,
    RemoteError,
    RequestError,
    UnreachableError,
)
from cerealbar.wire.lobby import Problem
from cerealbar.wire.messages import (
    FromClient,
    FromServer,
    Goodbye,
    Hello,
    Refused,
    Welcome,
    decode_from_server,
    encode,
)
from cerealbar.wire.words import GAME_ID_LENGTH, MAX_MESSAGE_BYTES, VERSION

WELCOME_SECONDS = 30.0
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.1, 3.0
FINAL = frozenset({"unknown-token", "other-version", "replaced"})
"""Goodbyes after which coming back would not help, or would drive the other one away."""


class BrokenError(RemoteError, ConnectionError):
    """The connection broke; opening it again may help."""


class SeatLine:
    """A connection to a seat, not open at first; who insists is as patient then as later."""

    def __init__(
        self, address: str, token: str, patience_seconds: float, *, insists: bool = False
    ) -> None:
        self._address, self._token = f"{address}/{token[:GAME_ID_LENGTH]}", token
        self._patience_seconds, self._insists = patience_seconds, insists
        self._sent_on: str | None = None
        """Where the server has told this connection to go."""
        self._open_socket = ExitStack()
        self._socket: ClientConnection | None = None

    def open(self) -> Welcome:
        """Connect and say hello; only who insists is patient if no server answers.

        Raises:
            UnreachableError: no server answers.
            GoodbyeError: the server sends this connection away for good.
        """
        try:
            return self._open()
        except BrokenError as error:
            # Who was sent on knows that there is a server, and that it has the game somewhere.
            if self._insists or self._sent_on is not None:
                return self.reopen()
            raise UnreachableError(f"no server answers at {self._address}: {error}") from None

    def reopen(self) -> Welcome:
        """Connect and say hello again, as often as patience allows; raises the same."""
        deadline = time.monotonic() + self._patience_seconds
        pause = FIRST_PAUSE_SECONDS
        while True:
            try:
                return self._open()
            except BrokenError as error:
                if self._sent_on not in (None, self._address):
                    with contextlib.suppress(BrokenError):  # then from the beginning
                        return self._open()
                if time.monotonic() + pause > deadline:
                    raise UnreachableError(
                        f"no server has answered at {self._address} for"
                        f" {self._patience_seconds:g} seconds: {error}"
                    ) from None
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _open(self) -> Welcome:
        self.close()
        address, self._sent_on = self._sent_on or self._address, None
        self._socket = self._connected(address)
        self.send(Hello(version=VERSION, token=self._token))
        try:
            first = self.receive(WELCOME_SECONDS)
        except TimeoutError:
            raise BrokenError("the server does not answer a hello") from None
        if not isinstance(first, Welcome):
            told = first.reason if isinstance(first, Refused) else type(first).__name__
            raise BrokenError(f"the server answers a hello with {told!r}")
        return first

    def _connected(self, address: str) -> ClientConnection:
        try:
            return self._open_socket.enter_context(
                connect(address, compression=None, max_queue=None)
            )
        except InvalidURI as error:
            raise AddressError(str(error)) from None
        except InvalidStatus as error:
            status, body = error.response.status_code, error.response.body or b""
            if status >= 500 or status == 429:
                raise BrokenError(f"it answers with status {status}") from None
            raise RequestError(status, reason_of(bytes(body))) from None
        except (InvalidMessage, ConnectionClosed) as error:  # it was stopped in this very moment
            raise BrokenError(str(error)) from None
        except InvalidHandshake as error:
            raise UnreachableError(
                f"what answers at {self._address} is no server of ours: {error}"
            ) from None
        except OSError as error:  # time-outs too
            raise BrokenError(str(error) or type(error).__name__) from None

    def send(self, message: FromClient) -> None:
        """Send a message.

        Raises:
            BrokenError: the connection broke.
            GoodbyeError: the server has sent this connection away for good.
            ActionRefusedError: it is longer than a server would read.
        """
        data = encode(message)
        if len(data) > MAX_MESSAGE_BYTES:  # the server would close the connection
            reason = f"a message of {len(data)} bytes: the most is {MAX_MESSAGE_BYTES}"
            raise ActionRefusedError("malformed", reason)
        try:
            self._connection.send(data.decode())
        except ConnectionClosed as error:
            with contextlib.suppress(BrokenError, TimeoutError):
                while True:  # what was said before it closed, as the reason may be in it
                    self.receive(0)
            raise BrokenError(str(error)) from None

    def receive(self, timeout_seconds: float | None = None) -> FromServer:
        """The next message; 0 seconds for one that is there already.

        Raises:
            TimeoutError: there was none in time.
            BrokenError: the connection broke.
            GoodbyeError: the server sends this connection away for good.
        """
        try:
            data = self._connection.recv(timeout_seconds, decode=False)
            message: FromServer = decode_from_server(data)
        except ConnectionClosed as error:
            raise BrokenError(str(error)) from None
        except msgspec.MsgspecError as error:
            raise UnreachableError(f"the server says what is no message: {error}") from None
        if isinstance(message, Goodbye):
            if message.code in FINAL:
                raise GoodbyeError(message.code, message.reason)
            if message.code == "elsewhere":
                self._sent_on = urljoin(self._address, message.address)
            raise BrokenError(message.reason)
        return message

    @property
    def _connection(self) -> ClientConnection:
        if self._socket is None:
            raise BrokenError("the connection is closed")
        return self._socket

    def close(self) -> None:
        """Close the connection; the seat stays, and can be taken up again."""
        self._socket = None
        self._open_socket.close()


def reason_of(body: bytes) -> str:
    """Why a server refuses a request."""
    try:
        return msgspec.json.decode(body, type=Problem).reason
    except (msgspec.MsgspecError, UnicodeError):  # a proxy's page, perhaps
        return "the server refuses it and does not say why"
