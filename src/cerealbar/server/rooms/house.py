"""What all rooms of a server share."""

from collections.abc import Callable
from dataclasses import dataclass

from cerealbar.game import Rules
from cerealbar.server.metrics import Metrics
from cerealbar.server.partners import AgentPool, Roster
from cerealbar.server.rooms.clock import Now
from cerealbar.server.store import Store
from cerealbar.server.tokens import Tokens


@dataclass(frozen=True, slots=True)
class House:
    """The services and settings that rooms use; time enters here."""

    store: Store
    tokens: Tokens
    metrics: Metrics
    agents: AgentPool
    roster: Roster
    sight: str
    """The name of the follower's sight in new games."""
    rules: Rules
    pace_seconds: tuple[float, float]
    steps_per_instruction: int
    stores_plans: bool
    now: Now
    """Seconds for clocks, never going back."""
    wall: Callable[[], float]
    """The date, in seconds since 1970."""
    agent_sight: str = "full"
    """The name of what agents see that follow in new games."""
