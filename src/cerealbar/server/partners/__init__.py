"""Automated partners: agents that play in rooms, in processes of their own, at a human pace.

Read `pool.py` first: how agents are asked without blocking anyone.
"""

from cerealbar.server.partners.asking import AgentFailedError, Answer, NamedAgent
from cerealbar.server.partners.driver import AgentTable, Driver
from cerealbar.server.partners.pool import AgentPool
from cerealbar.server.partners.roster import Roster, needs_met
from cerealbar.server.partners.warming import warm_up_rules

__all__ = [
    "AgentFailedError",
    "AgentPool",
    "AgentTable",
    "Answer",
    "Driver",
    "NamedAgent",
    "Roster",
    "needs_met",
    "warm_up_rules",
]
