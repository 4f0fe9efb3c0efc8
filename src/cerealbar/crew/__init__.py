"""Who does work that falls into independent parts: this process, several, or a cluster.

Read `work.py` (what a crew promises) first; `opening.py` chooses one.
"""

from cerealbar.crew.alone import Alone
from cerealbar.crew.opening import open_crew
from cerealbar.crew.processes import LocalCrew
from cerealbar.crew.stretches import stretches
from cerealbar.crew.work import Crew, CrewError, Handout, LostPartError

__all__ = [
    "Alone",
    "Crew",
    "CrewError",
    "Handout",
    "LocalCrew",
    "LostPartError",
    "open_crew",
    "stretches",
]
