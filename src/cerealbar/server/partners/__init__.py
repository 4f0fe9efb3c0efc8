"""Automated partners: agents that play in rooms, in a process of their own, at a human pace.

Read `process.py` first: how agents are asked without blocking anyone.
"""

from cerealbar.server.partners.asking import AgentFailedError, Answer, Question
from cerealbar.server.partners.driver import AgentTable, Driver
from cerealbar.server.partners.pool import AgentPool
from cerealbar.server.partners.roster import Roster
from cerealbar.server.partners.warming import warm_up_rules

__all__ = [
    "AgentFailedError",
    "AgentPool",
    "AgentTable",
    "Answer",
    "Driver",
    "Question",
    "Roster",
    "warm_up_rules",
]
