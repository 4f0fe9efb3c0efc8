"""A crowd of simulated people: who they are, how they come, and that they take part."""

import queue
import random
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from cerealbar.remote.participants.diary import Diary
from cerealbar.remote.participants.person import SimulatedPerson, StudySite, Temper
from cerealbar.remote.participants.seat_play import Pauses
from cerealbar.studies.platforms import PLATFORMS
from cerealbar.studies.study import Study
from cerealbar.wire.visits import EnterStudy

LEADERS = ("novice", "average", "expert")
"""Leaders of the registry, by whom people lead."""
HABITS: Mapping[str, float] = {
    "declines": 0.03,
    "opens_window": 0.2,
    "stops_waiting": 0.1,
    "leaves_game": 0.05,
}
"""How likely people do what a good participant does not, by the names in `Temper`."""
IS_SLOW = 0.1


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


def arrivals(study: Study, seed: int, count: int, links: Sequence[str] = ()) -> list[EnterStudy]:
    """How so many people come, the same for the same seed; `links` are signed ones."""
    platform = PLATFORMS[study.recruiting.via]
    if platform.is_signed:
        queries = [dict(parse_qsl(urlsplit(link).query)) for link in links[:count]]
        return [EnterStudy(study=study.name, link=query, is_program=True) for query in queries]
    found = []
    for number in range(count):
        rng = random.Random(f"arrival {seed} {number}")
        link = {key: f"{rng.getrandbits(96):024x}" for key in platform.link_keys}
        browser = f"{rng.getrandbits(96):024x}"
        found.append(EnterStudy(study=study.name, link=link, person=browser, is_program=True))
    return found


def any_temper(seed: int, number: int, drop_outs: float) -> Temper:
    """The person of a number in the crowd of a seed."""
    rng = random.Random(f"temper {seed} {number}")
    return Temper(
        seed=rng.getrandbits(31),
        leads_as=rng.choice(LEADERS),
        knows=rng.betavariate(12, 1),
        slowness=rng.uniform(2.0, 3.0) if rng.random() < IS_SLOW else 1.0,
        drops_out=rng.random() if rng.random() < drop_outs else None,
        **{habit: rng.random() < share for habit, share in HABITS.items()},
    )


def take_part(site: StudySite, arrivals: Sequence[EnterStudy], plan: CrowdPlan) -> Iterator[Diary]:
    """The diaries of all who come, each when it is closed."""
    closed: queue.SimpleQueue[Diary] = queue.SimpleQueue()

    def visit(number: int, arrival: EnterStudy) -> None:
        temper = any_temper(plan.seed, number, plan.drop_outs)
        pauses = Pauses(random.Random(f"pauses {temper.seed}"), plan.speed, temper.slowness)
        diary = Diary(number)
        pauses.sleep(pauses.rng.random() * 60 * plan.arriving_minutes / plan.speed)
        try:
            SimulatedPerson(site, arrival, temper, pauses, diary).take_part()
        except Exception as error:  # a mistake of ours must not keep the others waiting for ever
            diary.complain(f"{type(error).__name__}: {error}")
        closed.put(diary)

    for number, arrival in enumerate(arrivals):
        name = f"person {number}"
        threading.Thread(target=visit, args=(number, arrival), name=name, daemon=True).start()
    for _ in arrivals:
        yield closed.get()
