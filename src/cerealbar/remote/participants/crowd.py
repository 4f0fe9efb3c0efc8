"""A crowd of simulated people: who they are, how they come, and that they take part."""

import queue
import random
import threading
from collections.abc import Iterator, Sequence
from urllib.parse import parse_qsl, urlsplit

from cerealbar.remote.participants.diary import Diary
from cerealbar.remote.participants.person import SimulatedPerson, StudySite, Temper
from cerealbar.remote.participants.seat_play import Pauses
from cerealbar.studies.platforms import PLATFORMS
from cerealbar.studies.study import Study
from cerealbar.wire.visits import EnterStudy

LEADERS = ("novice", "average", "expert")
"""Leaders of the registry, by whom people lead."""
DECLINES = 0.03
"""The share of people who do not agree to take part."""


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
        drops_out=rng.random() if rng.random() < drop_outs else None,
        declines=rng.random() < DECLINES,
    )


def take_part(
    site: StudySite,
    arrivals: Sequence[EnterStudy],
    *,
    seed: int,
    drop_outs: float,
    speed: float,
    minutes: float,
) -> Iterator[Diary]:
    """The diaries of all who come, each when it is closed.

    The share `drop_outs` goes away before the end. All are `speed` times quicker than people, and
    would come within so many minutes if they were people.
    """
    closed: queue.SimpleQueue[Diary] = queue.SimpleQueue()

    def visit(number: int, arrival: EnterStudy) -> None:
        temper = any_temper(seed, number, drop_outs)
        pauses = Pauses(random.Random(f"pauses {temper.seed}"), speed)
        diary = Diary(number)
        pauses.sleep(pauses.rng.random() * 60 * minutes / speed)
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
