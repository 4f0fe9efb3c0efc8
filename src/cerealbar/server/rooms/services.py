"""What all rooms of a server share."""

from collections.abc import Callable
from dataclasses import dataclass

from cerealbar.server.metrics import Metrics
from cerealbar.server.partners.pool import AgentPool
from cerealbar.server.partners.roster import Roster
from cerealbar.server.rooms.clock import Now
from cerealbar.server.store import Store
from cerealbar.server.supervision import Supervisor
from cerealbar.server.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Services:
    """The services that rooms use; time enters here. How a game is played, its spec says."""

    store: Store
    tokens: Tokens
    metrics: Metrics
    agents: AgentPool
    roster: Roster
    supervisor: Supervisor
    now: Now
    """Seconds for clocks, never going back."""
    wall: Callable[[], float]
    """The date, in seconds since 1970."""
