"""Simulated participants of a study: they walk through it over the network, as people's pages do.

Read `person.py` first, which takes part once, then `crowd.py`; `diary.py` is what each tells of it.
"""

from cerealbar.remote.participants.crowd import arrivals, take_part
from cerealbar.remote.participants.diary import CrowdOutcome, Diary, outcome_of
from cerealbar.remote.participants.person import StudySite

__all__ = [
    "CrowdOutcome",
    "Diary",
    "StudySite",
    "arrivals",
    "outcome_of",
    "take_part",
]
