"""Where participants come from: what the links and lists of each platform hold."""

from collections.abc import Mapping
from dataclasses import dataclass

from cerealbar.studies.parts import Via


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """A way to recruit."""

    person_key: str = ""
    """Which part of a link says who comes; empty where only the browser knows."""
    link_keys: tuple[str, ...] = ()
    """All parts of its links."""
    is_signed: bool = False
    """Whether a link is made for one person, and signed."""
    assignment_key: str = ""
    """Which part says that the task was accepted, if a link may only show it."""
    person_columns: tuple[str, ...] = ()
    """What its list of participants may call them."""
    submission_columns: tuple[str, ...] = ()
    """What it may call their taking part."""
    framing_sites: tuple[str, ...] = ()
    """Where it shows studies in frames, and takes what is handed in."""


PLATFORMS: Mapping[Via, Platform] = {
    "open": Platform(),
    "links": Platform(person_key="who", is_signed=True, person_columns=("name", "who")),
    "prolific": Platform(
        person_key="PROLIFIC_PID",
        link_keys=("PROLIFIC_PID", "STUDY_ID", "SESSION_ID"),
        person_columns=("Participant id", "PROLIFIC_PID"),
        submission_columns=("Submission id", "SESSION_ID"),
    ),
    "mturk": Platform(
        person_key="workerId",
        link_keys=("workerId", "assignmentId", "hitId"),
        assignment_key="assignmentId",
        person_columns=("WorkerId", "workerId"),
        submission_columns=("AssignmentId", "assignmentId"),
        framing_sites=(
            "https://worker.mturk.com",
            "https://workersandbox.mturk.com",
            "https://www.mturk.com",
        ),
    ),
}
"""How each recruits; `payments.py` has the tables by which they pay."""
