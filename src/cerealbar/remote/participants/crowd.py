"""A crowd of simulated people who come to a study one after the other."""

import queue
import random
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from cerealbar.remote.participants.diary import Diary
from cerealbar.remote.participants.entering import Arrival
from cerealbar.remote.participants.leisure import Leisure
from cerealbar.remote.participants.person import SimulatedPerson, StudySite
from cerealbar.remote.participants.temper import Habits, any_temper


@dataclass(frozen=True, slots=True, kw_only=True)
class CrowdPlan:
    """Who comes, and how."""

    drop_outs: float = 0.3
    """The share of people who go away before the end."""
    seed: int = 1
    speed: float = 50.0
    """How many times quicker than people all of them are."""
    arriving_minutes: float = 10.0
    """Within which all of them come, if they were people."""
    habits: Habits = field(default_factory=Habits)


def take_part(site: StudySite, arrivals: Sequence[Arrival], plan: CrowdPlan) -> Iterator[Diary]:
    """The diaries of all who come, each when it is closed."""
    closed: queue.SimpleQueue[Diary] = queue.SimpleQueue()
    for number, arrival in enumerate(arrivals):
        visit = partial(_visit, site, arrival, number, plan, closed)
        threading.Thread(target=visit, name=f"person {number}", daemon=True).start()
    for _ in arrivals:
        yield closed.get()


def _visit(
    site: StudySite,
    arrival: Arrival,
    number: int,
    plan: CrowdPlan,
    closed: "queue.SimpleQueue[Diary]",
) -> None:
    temper = any_temper(plan.seed, number, plan.drop_outs, plan.habits)
    leisure = Leisure(random.Random(f"leisure {temper.seed}"), plan.speed, temper.slowness)
    diary = Diary(number)
    leisure.sleep(leisure.rng.random() * 60 * plan.arriving_minutes / plan.speed)
    try:
        SimulatedPerson(site, arrival, temper, leisure, diary).take_part()
    except Exception as error:  # a mistake of ours must not keep the others waiting for ever
        diary.complain(f"{type(error).__name__}: {error}")
    closed.put(diary)
