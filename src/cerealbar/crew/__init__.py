"""The names by which other packages know `parallel` until they are changed."""

from cerealbar.parallel import LocalPool as LocalCrew
from cerealbar.parallel import PoolError as CrewError
from cerealbar.parallel import WorkerPool as Alone
from cerealbar.parallel import WorkerPool as Crew
from cerealbar.parallel import open_pool as open_crew
from cerealbar.parallel import stretches
from cerealbar.parallel.pool import Handout

__all__ = ["Alone", "Crew", "CrewError", "Handout", "LocalCrew", "open_crew", "stretches"]
