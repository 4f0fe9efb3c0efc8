"""Visits of participants to a study: who they are, the step they are at, and their games.

Read `visiting.py` first.
"""

from cerealbar.server.visits.opening import framed, open_study, quiz_rules, study_settings
from cerealbar.server.visits.playing import StudyGames
from cerealbar.server.visits.visiting import StudyVisits

__all__ = [
    "StudyGames",
    "StudyVisits",
    "framed",
    "open_study",
    "quiz_rules",
    "study_settings",
]
