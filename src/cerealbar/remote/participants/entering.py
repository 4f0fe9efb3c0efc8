"""How simulated people come to a study: what their links and browsers say."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from cerealbar.studies.study import Study, Via
from cerealbar.wire.visits import EnterStudy

_PLATFORM_KEYS: Mapping[Via, tuple[str, ...]] = {
    "prolific": ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID"),
    "mturk": ("workerId", "assignmentId", "hitId"),
}
_ID_BITS = 96


@dataclass(frozen=True, slots=True)
class Arrival:
    """What one person's page says first."""

    study: str
    link: Mapping[str, str] = field(default_factory=dict)
    browser: str = ""

    def wish(self) -> EnterStudy:
        """The request."""
        return EnterStudy(
            study=self.study, link=dict(self.link), person=self.browser, is_program=True
        )


def arrivals(study: Study, seed: int, count: int, links: Sequence[str] = ()) -> list[Arrival]:
    """How so many people come, the same for the same seed; `links` are signed ones."""
    if study.recruiting.via == "links":
        queries = [dict(parse_qsl(urlsplit(link).query)) for link in links]
        return [Arrival(study.name, query) for query in queries[:count]]
    return [_arrival(study, random.Random(f"arrival {seed} {number}")) for number in range(count)]


def _arrival(study: Study, rng: random.Random) -> Arrival:
    link = {key: _made_up(rng) for key in _PLATFORM_KEYS.get(study.recruiting.via, ())}
    return Arrival(study.name, link, browser=_made_up(rng))


def _made_up(rng: random.Random) -> str:
    return f"{rng.getrandbits(_ID_BITS):024x}"
