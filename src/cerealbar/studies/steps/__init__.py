"""The steps of a visit, one class for each kind: what it shows, accepts and stores.

Read `step.py` first. A new kind is a class in a file here, in `Step`, and what its page is shown
and says, in `wire/visits.py`. Seats are given by `server/visits/playing.py`.
"""

from typing import TypeAlias

from cerealbar.studies.steps.asking import QuestionnaireStep, QuizStep
from cerealbar.studies.steps.games import GamesStep, TutorialStep, WaitLimit
from cerealbar.studies.steps.pages import Consent, EndStep, Information
from cerealbar.studies.steps.step import AtStep, StepSeat, VisitStep
from cerealbar.studies.steps.tasks import CarryOutStep, WriteStep

Step: TypeAlias = (
    Consent
    | Information
    | TutorialStep
    | QuizStep
    | GamesStep
    | QuestionnaireStep
    | WriteStep
    | CarryOutStep
    | EndStep
)

__all__ = [
    "AtStep",
    "CarryOutStep",
    "Consent",
    "EndStep",
    "GamesStep",
    "Information",
    "QuestionnaireStep",
    "QuizStep",
    "Step",
    "StepSeat",
    "TutorialStep",
    "VisitStep",
    "WaitLimit",
    "WriteStep",
]
