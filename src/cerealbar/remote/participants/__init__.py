"""Simulated participants of a study: they walk through it over the network, as people's pages do.

Read `person.py` first, which takes part once, then `crowd.py`; `diary.py` is what each tells of it.
"""

from cerealbar.remote.participants.crowd import CrowdPlan, take_part
from cerealbar.remote.participants.diary import Diary
from cerealbar.remote.participants.entering import Arrival, arrivals
from cerealbar.remote.participants.outcome import CrowdOutcome, outcome_of
from cerealbar.remote.participants.person import StudySite
from cerealbar.remote.participants.quiz_sense import QuizSense

__all__ = [
    "Arrival",
    "CrowdOutcome",
    "CrowdPlan",
    "Diary",
    "QuizSense",
    "StudySite",
    "arrivals",
    "outcome_of",
    "take_part",
]
