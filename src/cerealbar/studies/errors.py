"""Every error that studies raise on purpose.

CerealBarError
└── StudyError (ValueError)     something that no study can be run with
    └── AnswerError             an answer of a participant that cannot be one
"""

from cerealbar.game import CerealBarError


class StudyError(CerealBarError, ValueError):
    """A value that no study can be run with."""


class AnswerError(StudyError):
    """Something from a participant's page that answers nothing that was asked."""
