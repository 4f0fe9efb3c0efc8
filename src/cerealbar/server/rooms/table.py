"""A room as the drivers of its agents see it."""

import contextlib
from typing import TYPE_CHECKING

from cerealbar.agents import Choice, FollowTask, LeadTask
from cerealbar.game import PLAYERS, PlayerWord
from cerealbar.server.partners import AgentFailedError
from cerealbar.server.rooms.refusals import RoomRefusedError
from cerealbar.server.rooms.tasks import follow_task, lead_task
from cerealbar.views import Plan

if TYPE_CHECKING:
    from cerealbar.server.rooms.room import Room

_TOO_LATE = ("not-your-turn", "not-allowed", "not-stored")
"""Refusals that are no fault of the agent's."""


class RoomTable:
    """Tells agents what to do, and does what they choose."""

    def __init__(self, room: "Room") -> None:
        self._room = room

    def task(self, role: PlayerWord) -> FollowTask | LeadTask | None:
        """What an agent is to do now, if anything."""
        room = self._room
        is_due = room.clock.is_running and room.game.turn is PLAYERS[role]
        if not is_due or room.seats[role].failure:
            return None
        if role == "leader":
            return lead_task(room.number, room.game)
        return follow_task(room.number, room.game, room.house.agent_sight)

    async def drive(self, role: PlayerWord, choice: Choice) -> None:
        """Take the action of an agent; bumping and coming too late are no failures.

        Raises:
            AgentFailedError: the rules refuse it.
        """
        try:
            await self._room.act(role, choice.action, choice.text)
        except RoomRefusedError as refusal:
            if refusal.code not in (*_TOO_LATE, "blocked"):
                raise AgentFailedError(str(refusal)) from None

    async def show_plan(self, plan: Plan) -> None:
        """Show what an agent means to do, unless it is too late."""
        with contextlib.suppress(RoomRefusedError):
            await self._room.publish_plan(plan)

    async def agent_failed(self, role: PlayerWord, reason: str) -> None:
        """The agent plays no more."""
        await self._room.fail(role, reason)
