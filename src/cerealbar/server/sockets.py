"""The socket: one connection of a browser or a program, and its seat in a room."""

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import WebsocketRouteHandler

from cerealbar.game import Action, PlayerWord
from cerealbar.server.logs import Log
from cerealbar.server.origins import address, scope_of
from cerealbar.server.rate_limits import TokenBucket
from cerealbar.server.rooms import Room, RoomRouter
from cerealbar.server.rooms.checks import RoomRefusedError
from cerealbar.server.rooms.seat_views import ACTIONS
from cerealbar.server.rooms.seats import AGAIN, sent_on
from cerealbar.server.store import Elsewhere, StoreError
from cerealbar.server.traffic import Connection, Traffic, connection_of
from cerealbar.wire import messages as wire
from cerealbar.wire.messages import decode_from_client, encode
from cerealbar.wire.words import VERSION, SeatWord

HELLO_SECONDS = 10.0
MAX_OUTBOX = 512
"""Messages that may wait for a slow client."""
MAX_OUTBOX_BYTES = 2_000_000
"""What these messages may hold together if they are several, as plans can be long."""
MAX_OFFENCES = 100
"""Messages over the limit after which the connection is closed."""
_TOLD_TO_ALL = (wire.Act, wire.Instruct, wire.Cancel, wire.GiveUp, wire.SendSignal)
"""Requests that are answered by what everyone is told of them."""
_log = Log("sockets")

Socket = WebSocket[Any, Any, Any]


class ClientConnection:
    """A connection: what is said to it waits in an outbox, so that nobody waits for it."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self._outbox: asyncio.Queue[bytes | None] = asyncio.Queue(MAX_OUTBOX)
        self._waiting_bytes = 0
        self.said_bytes = 0
        """That were put into the outbox so far."""
        self.is_closing = False

    def send(self, message: bytes) -> None:
        """Send a message after those before it; a client that is too slow is sent away."""
        if self.is_closing:
            return
        self._waiting_bytes += len(message)
        self.said_bytes += len(message)
        is_too_much = self._waiting_bytes > MAX_OUTBOX_BYTES and not self._outbox.empty()
        if self._outbox.full() or is_too_much:
            self._drain()
            self.close(wire.Goodbye(code="too-slow", reason="too many messages wait to be read"))
            return
        self._outbox.put_nowait(message)

    def close(self, goodbye: wire.Goodbye) -> None:
        """Say goodbye and close."""
        if self.is_closing:
            return
        self.is_closing = True
        if self._outbox.qsize() > MAX_OUTBOX - 2:
            self._drain()
        self._outbox.put_nowait(encode(goodbye))
        self._outbox.put_nowait(None)

    def _drain(self) -> None:
        while not self._outbox.empty():
            self._outbox.get_nowait()

    async def write(self) -> None:
        """Send what waits, until the connection is closed from either side."""
        while (message := await self._outbox.get()) is not None:
            await self._socket.send_data(message, mode="text")
            self._waiting_bytes -= len(message)
        await self._socket.close()


class SocketClient:
    """One client from its hello to its end."""

    def __init__(
        self,
        router: RoomRouter,
        line: ClientConnection,
        traffic: Traffic,
        address: str = "",
        connection: Connection | None = None,
    ) -> None:
        self._router, self._line, self._traffic = router, line, traffic
        self._address, self._connection = address, connection
        limits = traffic.settings
        self._bucket = TokenBucket(limits.messages_per_second, limits.message_burst)
        self._metrics = router.services.metrics
        self._room: Room | None = None
        self._seat: SeatWord = "watcher"
        self._offences = 0
        self._has_ended = False

    async def hear(self, data: str | bytes) -> None:
        """Take a message, and answer it."""
        if not self._bucket.take():
            self._offences += 1
            if self._offences > MAX_OFFENCES:
                self._dismiss("too-fast", "too many messages")
            else:
                self._refuse(None, "too-fast", "too many messages: wait a little")
            return
        try:
            message = decode_from_client(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._refuse(None, "malformed", f"no message of version {VERSION}: {error}")
            return
        if isinstance(message, wire.Hello):
            await self._greet(message)
        elif isinstance(message, wire.Ping):
            self._line.send(encode(wire.Done(id=message.id)))
        elif self._room is None:
            self._refuse(message.id, "not-allowed", "the first message must be hello")
        elif self._seat == "watcher":
            self._refuse(message.id, "not-allowed", "watchers only look")
        else:
            await self._carry_out(self._room, self._seat, message)

    async def _carry_out(self, room: Room, role: PlayerWord, message: wire.Request) -> None:
        number = message.id
        try:
            match message:
                case wire.Ready():
                    await room.presence.ready(role)
                case wire.ReadHelp(is_open=is_open):
                    await room.presence.read_help(role, is_open=is_open)
                case wire.Act(action=word):
                    await room.act(role, ACTIONS[word], request=number)
                case wire.Instruct(text=text):
                    await room.act(role, Action.INSTRUCT, text, request=number)
                case wire.Cancel():
                    await room.act(role, Action.CANCEL, request=number)
                case wire.GiveUp(reason=reason):
                    await room.act(role, Action.GIVE_UP, reason, request=number)
                case wire.SendSignal(kind=kind, text=text):
                    await room.signal(role, kind, text, request=number)
                case wire.PublishPlan(plan=plan):
                    if role != "follower":
                        raise RoomRefusedError("not-allowed", "only the follower has a plan")
                    await room.publish_plan(plan)
                case wire.ToggleCamera(camera=camera):
                    await room.toggle_camera(role, camera)
                case wire.Replace(agent=agent):
                    await room.presence.replace(role, agent)
                case wire.Comment(text=text):
                    await room.comment(role, text)
                case wire.Leave():
                    await room.leave(role)
        except RoomRefusedError as refusal:
            self._refuse(number, refusal.code, str(refusal))
            return
        if not isinstance(message, _TOLD_TO_ALL):
            self._line.send(encode(wire.Done(id=number)))

    async def _greet(self, hello: wire.Hello) -> None:
        if self._room is not None:
            self._refuse(None, "not-allowed", "hello was said already")
            return
        if hello.version != VERSION:
            self._dismiss(
                "other-version",
                f"this server speaks version {VERSION}, not {hello.version}: reload the page",
            )
            return
        found = self._router.services.tokens.read(hello.token)
        if found is not None and not self._may_come(found.game_id, found.purpose):
            self._dismiss("too-fast", "you came too often: wait a minute")
            return
        try:
            room = await self._router.registry.find(found.game_id) if found is not None else None
        except StoreError:
            self._line.close(AGAIN)
            return
        if isinstance(room, Elsewhere):
            self._line.close(sent_on(room))
            return
        if found is None or room is None or found.purpose in ("invite", "replay", "visit"):
            self._dismiss("unknown-token", "nobody has a seat with this token")
            return
        if self._has_ended:
            return  # while the room was looked for; nobody would free the seat again
        self._room = room
        if self._connection is not None:
            self._connection.welcome()
        if found.purpose == "watch":
            before = self._line.said_bytes
            await room.presence.watch(self._line)
            self._traffic.watching.charge(self._address, (self._line.said_bytes - before) / 1000)
            return
        role: PlayerWord = "leader" if found.purpose == "leader" else "follower"
        self._seat = role
        connect = room.presence.connect
        if not await connect(role, self._line, found.holder, is_ready=hello.is_ready):
            self._dismiss("replaced", "this seat was given to someone else")

    def _dismiss(self, code: wire.GoodbyeWord, reason: str) -> None:
        self._line.close(wire.Goodbye(code=code, reason=reason))

    def _may_come(self, game_id: str, purpose: str) -> bool:
        if purpose == "watch":
            return self._traffic.watching.take(self._address)
        return self._traffic.hellos.take(f"{game_id} {purpose}")

    def _refuse(self, number: int | None, code: wire.RefusalWord, reason: str) -> None:
        self._metrics.refusals.labels(code).inc()
        self._line.send(encode(wire.Refused(id=number, code=code, reason=reason[:500])))

    async def end(self) -> None:
        """The connection is gone."""
        self._has_ended = True
        if self._room is not None:
            await self._room.presence.disconnect(self._line)

    @property
    def is_greeted(self) -> bool:
        """Whether the client has a place."""
        return self._room is not None


def socket_route(
    router: RoomRouter,
    traffic: Traffic,
    lines: set[ClientConnection],
) -> WebsocketRouteHandler:
    """The routes /socket and /socket/GAME, which are one; `lines` are those that are open.

    The game in the address is for a proxy to go by; the token alone says which game it is.
    """

    @websocket(["/socket", "/socket/{game_id:str}"])
    async def serve(socket: Socket) -> None:
        await socket.accept()
        line = ClientConnection(socket)
        scope = scope_of(socket)
        who = address(scope, traffic.settings)
        client = SocketClient(router, line, traffic, who, connection_of(scope))
        lines.add(line)
        router.services.metrics.sockets.inc()
        writing = asyncio.create_task(line.write())
        try:
            await _listen(socket, client, line)
        except WebSocketDisconnect:
            pass  # closed from either side
        except Exception as error:  # whatever it is, it ends this connection alone
            router.services.supervisor.note("sockets", error)
        finally:
            lines.discard(line)
            router.services.metrics.sockets.dec()
            await client.end()
            if not line.is_closing:
                writing.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await writing

    return serve


async def _listen(socket: Socket, client: SocketClient, line: ClientConnection) -> None:
    """Hear messages until the connection ends; the first must come soon."""
    deadline = asyncio.get_running_loop().time() + HELLO_SECONDS
    while not line.is_closing:
        if client.is_greeted:
            data = await socket.receive_data("text")
        else:
            left = deadline - asyncio.get_running_loop().time()
            try:
                data = await asyncio.wait_for(socket.receive_data("text"), max(0.01, left))
            except TimeoutError:
                line.close(wire.Goodbye(code="no-hello", reason="nobody said hello in time"))
                return
        # Once begun, a request is carried out to its end, also if the connection is lost meanwhile.
        await asyncio.shield(client.hear(data))
        await asyncio.sleep(0)  # many messages may be here already: let others have a turn
