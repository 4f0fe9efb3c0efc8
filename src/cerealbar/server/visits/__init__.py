"""Visits of participants to a study: who they are, the step they are at, and their games.

Read `reception.py` first.
"""

from cerealbar.server.visits.opening import framed, open_study, quiz_rules, study_settings
from cerealbar.server.visits.playing import StudyGames
from cerealbar.server.visits.reception import Reception
from cerealbar.server.visits.tutoring import Tutoring

__all__ = [
    "Reception",
    "StudyGames",
    "Tutoring",
    "framed",
    "open_study",
    "quiz_rules",
    "study_settings",
]
