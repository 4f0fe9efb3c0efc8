"""The socket: one connection of a browser or a program, and its seat in a room."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import WebsocketRouteHandler

from cerealbar.game import Action, PlayerWord
from cerealbar.server.buckets import Bucket
from cerealbar.server.logs import Log
from cerealbar.server.rooms import Hall, Room
from cerealbar.server.rooms.refusals import RoomRefusedError
from cerealbar.server.rooms.showing import ACTIONS
from cerealbar.server.settings import Settings
from cerealbar.wire import messages as wire
from cerealbar.wire.messages import decode_from_client, encode
from cerealbar.wire.words import VERSION, SeatWord

HELLO_SECONDS = 10.0
MAX_OUTBOX = 512
"""Messages that may wait for a slow client."""
MAX_OUTBOX_BYTES = 2_000_000
"""What these messages may hold together if they are several, as plans can be long."""
MAX_OFFENCES = 2_000
"""Messages over the limit after which the connection is closed."""
_log = Log("sockets")

Socket = WebSocket[Any, Any, Any]


class ClientLine:
    """A connection: what is said to it waits in an outbox, so that nobody waits for it."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self._outbox: asyncio.Queue[bytes | None] = asyncio.Queue(MAX_OUTBOX)
        self._waiting_bytes = 0
        self.is_closing = False

    def send(self, message: bytes) -> None:
        """Send a message after those before it; a client that is too slow is sent away."""
        if self.is_closing:
            return
        self._waiting_bytes += len(message)
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


class Visit:
    """One client from its hello to its end."""

    def __init__(self, hall: Hall, line: ClientLine, bucket: Bucket) -> None:
        self._hall, self._line, self._bucket = hall, line, bucket
        self._metrics = hall.house.metrics
        self._room: Room | None = None
        self._seat: SeatWord = "watcher"
        self._offences = 0

    async def hear(self, data: str | bytes) -> None:
        """Take a message, and answer it."""
        if not self._bucket.take():
            self._offences += 1
            if self._offences > MAX_OFFENCES:
                self._line.close(wire.Goodbye(code="too-fast", reason="too many messages"))
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
        try:
            match message:
                case wire.Act(id=number, action=word):
                    await room.act(role, ACTIONS[word], request=number)
                    return
                case wire.Instruct(id=number, text=text):
                    await room.act(role, Action.INSTRUCT, text, request=number)
                    return
                case wire.Cancel(id=number):
                    await room.act(role, Action.CANCEL, request=number)
                    return
                case wire.GiveUp(id=number, reason=reason):
                    await room.act(role, Action.GIVE_UP, reason, request=number)
                    return
                case wire.SendSignal(id=number, kind=kind, text=text):
                    await room.signal(role, kind, text, request=number)
                    return
                case wire.PublishPlan(plan=plan):
                    if role != "follower":
                        raise RoomRefusedError("not-allowed", "only the follower has a plan")
                    await room.publish_plan(plan)
                case wire.Replace(agent=agent):
                    await room.replace(role, agent)
                case wire.Comment(text=text):
                    await room.comment(role, text)
                case wire.Leave():
                    await room.leave(role)
            self._line.send(encode(wire.Done(id=message.id)))
        except RoomRefusedError as refusal:
            self._refuse(message.id, refusal.code, str(refusal))

    async def _greet(self, hello: wire.Hello) -> None:
        if self._room is not None:
            self._refuse(None, "not-allowed", "hello was said already")
            return
        if hello.version != VERSION:
            reason = f"this server speaks version {VERSION}, not {hello.version}: reload the page"
            self._line.close(wire.Goodbye(code="other-version", reason=reason))
            return
        found = self._hall.house.tokens.read(hello.token)
        room = await self._hall.find(found[0]) if found is not None else None
        if found is None or room is None or found[1] in ("invite", "replay"):
            reason = "nobody has a seat with this token"
            self._line.close(wire.Goodbye(code="unknown-token", reason=reason))
            return
        self._room = room
        if found[1] == "watch":
            await room.watch(self._line)
            return
        role: PlayerWord = "leader" if found[1] == "leader" else "follower"
        self._seat = role
        if not await room.connect(role, self._line):
            self._line.close(wire.Goodbye(code="replaced", reason="an agent has taken this seat"))

    def _refuse(self, number: int | None, code: wire.RefusalWord, reason: str) -> None:
        self._metrics.refusals.labels(code).inc()
        self._line.send(encode(wire.Refused(id=number, code=code, reason=reason[:500])))

    async def end(self) -> None:
        """The connection is gone."""
        if self._room is not None:
            await self._room.disconnect(self._line)

    @property
    def is_greeted(self) -> bool:
        """Whether the client has a place."""
        return self._room is not None


def socket_route(
    hall: Hall, settings: Settings, lines: set[ClientLine], report: Callable[[str, Exception], Any]
) -> WebsocketRouteHandler:
    """The route /socket; `lines` are those that are open."""

    @websocket("/socket")
    async def serve(socket: Socket) -> None:
        await socket.accept()
        line = ClientLine(socket)
        bucket = Bucket(settings.messages_per_second, settings.message_burst)
        visit = Visit(hall, line, bucket)
        lines.add(line)
        hall.house.metrics.sockets.inc()
        writing = asyncio.create_task(line.write())
        try:
            await _listen(socket, visit, line)
        except WebSocketDisconnect:
            pass  # closed from either side
        except Exception as error:  # whatever it is, it ends this connection alone
            report("sockets", error)
        finally:
            lines.discard(line)
            hall.house.metrics.sockets.dec()
            await visit.end()
            if not line.is_closing:
                writing.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await writing

    return serve


async def _listen(socket: Socket, visit: Visit, line: ClientLine) -> None:
    """Hear messages until the connection ends; the first must come soon."""
    deadline = asyncio.get_running_loop().time() + HELLO_SECONDS
    while not line.is_closing:
        if visit.is_greeted:
            data = await socket.receive_data("text")
        else:
            left = deadline - asyncio.get_running_loop().time()
            try:
                data = await asyncio.wait_for(socket.receive_data("text"), max(0.01, left))
            except TimeoutError:
                line.close(wire.Goodbye(code="no-hello", reason="nobody said hello in time"))
                return
        # Once begun, a request is carried out to its end, also if the connection is lost meanwhile.
        await asyncio.shield(visit.hear(data))
        await asyncio.sleep(0)  # many messages may be here already: let others have a turn
