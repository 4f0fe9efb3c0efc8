"""The quiz: questions about the game, as a study's folder has them, drawn anew for each try.

Read `questions.py` first; `example/quiz.toml` is what is asked where a study has no questions.
"""

from cerealbar.studies.quiz.questions import Question, QuestionSet, shipped_questions

__all__ = ["Question", "QuestionSet", "shipped_questions"]
