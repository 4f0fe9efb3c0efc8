"""A room as the drivers of its agents see it."""

from typing import TYPE_CHECKING

from cerealbar.agents import FollowTask, LeadTask
from cerealbar.agents.playing import meant_of
from cerealbar.game import PLAYERS, PlayerWord
from cerealbar.server.partners.asking import AgentFailedError, Answer
from cerealbar.server.rooms.refusals import RoomRefusedError
from cerealbar.server.rooms.tasks import follow_task, lead_task
from cerealbar.views import remember_game
from cerealbar.wire.messages import NO_FAULT

if TYPE_CHECKING:
    from cerealbar.server.rooms.room import Room


class RoomTable:
    """Tells agents what to do, and does what they choose."""

    def __init__(self, room: "Room") -> None:
        self._room = room

    def is_due(self, role: PlayerWord) -> bool:
        """Whether an agent is to act now."""
        room = self._room
        is_turn = room.clock.is_running and room.game.turn is PLAYERS[role]
        return is_turn and not room.seats[role].failure

    def task(self, role: PlayerWord) -> FollowTask | LeadTask | None:
        """What an agent is to do now, if it is to act."""
        room = self._room
        if not self.is_due(role):
            return None
        if role == "leader":
            return lead_task(room.number, room.game)
        if room.memory is None and room.agent_sight is not None:
            room.memory = remember_game(room.game, room.agent_sight)
        return follow_task(room.number, room.game, room.memory)

    async def drive(self, role: PlayerWord, task: FollowTask | LeadTask, answer: Answer) -> bool:
        """Show and do what an agent answers to a task, unless it is too late; false if nothing can
        be stored now.

        Raises:
            AgentFailedError: it chose nothing, or the rules refuse it.
        """
        choice = answer.choice
        if choice is None:
            raise AgentFailedError("it chose nothing")
        try:
            if answer.plan is not None:
                await self._room.publish_plan(answer.plan, task)
            meant = meant_of(choice.intention)
            await self._room.act(role, choice.action, choice.text, meant=meant, task=task)
        except RoomRefusedError as refusal:
            if refusal.code == "not-stored":
                return False
            if refusal.code not in NO_FAULT:
                raise AgentFailedError(str(refusal)) from None
        return True

    async def agent_failed(self, role: PlayerWord, reason: str) -> None:
        """The agent plays no more."""
        await self._room.fail(role, reason)
