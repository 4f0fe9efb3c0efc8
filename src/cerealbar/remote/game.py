"""A game as one seat plays it, over a connection that comes back by itself."""

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Self

from cerealbar.game import SignalKind
from cerealbar.remote.errors import ActionRefusedError, PartnerError, UnansweredError
from cerealbar.remote.known import Known
from cerealbar.remote.line import BrokenError, SeatLine
from cerealbar.views import Plan
from cerealbar.wire import messages as wire
from cerealbar.wire.scene import GameEndTold
from cerealbar.wire.words import ActionWord, CameraWord

TOO_FAST_SECONDS = 0.5
"""How long to be silent when the server has heard too many messages."""


class RemoteGame:
    """A game that is played elsewhere; `known` is what this seat knows of it.

    Requests block until they are answered and raise `ActionRefusedError` if the server refuses
    them, `UnansweredError` if the connection broke and it is open whether they were carried out.
    """

    def __init__(self, line: SeatLine) -> None:
        self._line = line
        self._ids = itertools.count()
        try:
            self.known = Known.at_welcome(line.open())
        except BaseException:
            line.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the seat stays, and can be taken up again."""
        self._line.close()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.known.is_over

    # Waiting

    def wait_for_turn(self, timeout_seconds: float | None = None) -> bool:
        """Wait until the game waits for this seat; false if it is over instead.

        Raises:
            TimeoutError: neither happened in time.
            PartnerError: the partner is an agent that has failed, so that it would never happen.
        """
        self.catch_up()
        ends = None if timeout_seconds is None else time.monotonic() + timeout_seconds
        while not (self.known.can_act or self.is_over):
            room = self.known.room
            if room.problem:
                raise PartnerError(room.problem, room.offers)
            self._hear(None if ends is None else max(0.0, ends - time.monotonic()))
        return not self.is_over

    def updates(self) -> Iterator[Known]:
        """What is known now, and again whenever that changes, until the game is over."""
        yield (told := self.known)
        while not self.is_over:
            if self.known is told:  # and nothing was done meanwhile, of which it tells
                self.known = replace(told, happenings=())
            self._hear(None)
            yield (told := self.known)

    def catch_up(self) -> None:
        """Take in what the server has said already."""
        try:
            while True:
                self._hear(0)
        except TimeoutError:
            return

    # Requests

    def act(self, action: ActionWord) -> wire.Update:
        """Take a step, or be done."""
        return self._deed(lambda number: wire.Act(id=number, action=action))

    def done(self) -> wire.Update:
        """Be done: with the turn (leader) or the current instruction (follower)."""
        return self.act("done")

    def instruct(self, text: str) -> wire.Update:
        """Send an instruction to the follower."""
        return self._deed(lambda number: wire.Instruct(id=number, text=text))

    def cancel(self) -> wire.Update:
        """Withdraw all instructions that wait, while `known.can_cancel`."""
        return self._deed(lambda number: wire.Cancel(id=number))

    def give_up(self, reason: str = "") -> wire.Update:
        """Be done with the current instruction, which cannot be carried out."""
        return self._deed(lambda number: wire.GiveUp(id=number, reason=reason))

    def signal(self, kind: SignalKind, text: str = "") -> wire.Update:
        """Tell the partner something of a kind in `known.signals`."""
        return self._deed(lambda number: wire.SendSignal(id=number, kind=kind, text=text))

    def publish_plan(self, plan: Plan) -> None:
        """Show the leader what this follower means to do."""
        self._ask(lambda number: wire.PublishPlan(id=number, plan=plan))

    def toggle_camera(self, camera: CameraWord) -> None:
        """Tell a tutorial from where the leader looks now."""
        self._ask(lambda number: wire.ToggleCamera(id=number, camera=camera))

    def replace(self, agent: str) -> None:
        """Let an agent of `known.room.offers` take the partner's seat."""
        self._ask(lambda number: wire.Replace(id=number, agent=agent))
        self.catch_up()

    def comment(self, text: str) -> None:
        """Tell the experimenters something about the game."""
        self._ask(lambda number: wire.Comment(id=number, text=text))

    def leave(self) -> None:
        """Leave for good, which ends the game."""
        self._ask(lambda number: wire.Leave(id=number))

    def ping(self) -> None:
        """Ask whether the server is there."""
        self._ask(lambda number: wire.Ping(id=number))

    def _deed(self, request: Callable[[int], wire.Request]) -> wire.Update:
        self.known = replace(self.known, happenings=())
        answer = self._ask(request)
        assert isinstance(answer, wire.Update), "deeds are answered with an update"
        return answer

    def _ask(self, request: Callable[[int], wire.Request]) -> wire.Update | wire.Done:
        while True:
            answer = self._answer(request(next(self._ids)))
            if not isinstance(answer, wire.Refused):
                return answer
            if answer.code != "too-fast":
                raise ActionRefusedError(answer.code, answer.reason)
            time.sleep(TOO_FAST_SECONDS)

    def _answer(self, request: wire.Request) -> wire.Update | wire.Done | wire.Refused:
        """Send a request, and hear everything up to its answer."""
        try:
            self._line.send(request)
            while True:
                heard = self._line.receive()
                self._take_in(heard)
                match heard:
                    case wire.Update(id=number) | wire.Done(id=number) if number == request.id:
                        return heard
                    # What the server could not read has no number, and only one request is open.
                    case wire.Refused(id=number) if number in (request.id, None):
                        return heard
        except BrokenError as error:
            self._come_back()
            raise UnansweredError(
                f"the connection broke before {request!r} was answered: {error}"
            ) from None

    # Hearing

    def _hear(self, timeout_seconds: float | None) -> None:
        try:
            self._take_in(self._line.receive(timeout_seconds))
        except BrokenError:
            self._come_back()

    def _come_back(self) -> None:
        self.known = Known.at_welcome(self._line.reopen(), self.known)

    def _take_in(self, heard: wire.FromServer) -> None:
        match heard:
            case wire.Update(happenings=happenings):
                self.known = self.known.after(heard)
                if any(isinstance(told, GameEndTold) for told in happenings):
                    while not self.is_over:  # what follows: how the room stands, and the replay
                        self._take_in(self._line.receive())
            case wire.RoomShown():
                self.known = replace(self.known, room=heard)
            case wire.PlanShown(plan=plan):
                self.known = replace(self.known, plan=plan)
            case wire.TutorialShown():
                self.known = replace(self.known, tutorial=heard)
