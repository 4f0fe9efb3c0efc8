"""A process of agents, asked from the event loop: slow or broken agents block and end nothing."""

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process

from cerealbar.server.partners.asking import (
    MAX_REPLY_BYTES,
    WARM,
    AgentFailedError,
    AgentReply,
    AgentRequest,
    AgentsReady,
    AgentTask,
    Answer,
    Answered,
    Call,
    Forget,
    Load,
    Loaded,
    NamedAgent,
    Warmed,
    pack_request,
    read_reply,
)
from cerealbar.server.partners.warming import TellCompiled

SIGN_SECONDS = 300.0
"""How long a process that starts may give no sign; one function can take long to compile."""


class EndedError(Exception):
    """The process ended, or had to be ended, before it answered."""


class LateError(EndedError):
    """It had to be ended as the answer took too long."""


class AgentProcess:
    """A process that is started when it is needed, and again after it has ended.

    Only one request at a time may be under way.
    """

    def __init__(self, load_seconds: float, is_warmed: bool = False) -> None:
        self._load_seconds, self._is_warmed = load_seconds, is_warmed
        self._process: Process | None = None
        self.loaded: dict[NamedAgent, Loaded] = {}
        """The agents that it has."""

    @property
    def is_running(self) -> bool:
        """Whether it has been started, and not ended."""
        return self._process is not None and self._process.returncode is None

    async def start(self, tell: TellCompiled | None = None) -> None:
        """Start the process if it does not run, and wait until it takes requests.

        Raises:
            AgentFailedError: it does not get ready.
        """
        if self.is_running:
            return
        self.loaded.clear()
        command = (sys.executable, "-m", "cerealbar.server.partners.child")
        flags = [WARM] if self._is_warmed else []
        self._process = await asyncio.create_subprocess_exec(
            *command, *flags, stdin=PIPE, stdout=PIPE, limit=MAX_REPLY_BYTES
        )
        try:
            while not isinstance(reply := await self._read(SIGN_SECONDS), AgentsReady):
                if tell is not None and isinstance(reply, Warmed):
                    tell(reply.what, reply.done, reply.total)
        except EndedError:
            raise AgentFailedError("the process of agents does not get ready") from None

    async def load(self, agent: NamedAgent) -> Loaded:
        """Make an agent, unless the process has it.

        Raises:
            AgentFailedError: it cannot be made, takes too long, or the process ends of it.
        """
        for _ in range(2):  # others may have ended it, which is forgiven once
            await self.start()
            if (known := self.loaded.get(agent)) is not None:
                return known
            try:
                reply = await self._exchange(Load(agent), self._load_seconds)
            except LateError:
                raise AgentFailedError(
                    f"{agent.name!r} was not loaded within {self._load_seconds:g} seconds"
                ) from None
            except EndedError:
                continue
            assert isinstance(reply, Loaded), "the process answers in order"
            if reply.failure:
                raise AgentFailedError(reply.failure)
            self.loaded[agent] = reply
            return reply
        raise AgentFailedError(f"the process of {agent.name!r} ended")

    async def call(
        self, agent: NamedAgent, tasks: tuple[AgentTask, ...], seconds: float
    ) -> tuple[Answer, ...]:
        """What an agent that was loaded does next in some games.

        Raises:
            AgentFailedError: it fails as a whole.
            LateError: it takes longer, for which the process was ended.
            EndedError: the process ended.
        """
        reply = await self._exchange(Call(agent, tasks), seconds)
        assert isinstance(reply, Answered), "the process answers in order"
        if reply.failure:
            raise AgentFailedError(reply.failure)
        return reply.answers

    def forget(self, agent: NamedAgent, game: int) -> None:
        """Tell an agent that a game is over."""
        if self.is_running and agent in self.loaded:
            self._write(Forget(agent, game))

    def _write(self, request: AgentRequest) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(pack_request(request))

    async def _exchange(self, request: AgentRequest, seconds: float) -> AgentReply:
        self._write(request)
        return await self._read(seconds)

    async def _read(self, seconds: float) -> AgentReply:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                return read_reply(await self._process.stdout.readline())
        except TimeoutError:
            await self.close()
            raise LateError from None
        except (OSError, ValueError):  # it ended, said too much, or no reply
            await self.close()
            raise EndedError from None

    async def close(self) -> None:
        """End the process."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
