"""The quiz: questions about the game, made from a seed, and their grading.

Read `making.py` first; `kinds.py` lists what is asked.
"""

from cerealbar.studies.quiz.grading import Graded, QuizRules, grade
from cerealbar.studies.quiz.making import make_quiz
from cerealbar.studies.quiz.question import Question, QuestionShown

__all__ = ["Graded", "Question", "QuestionShown", "QuizRules", "grade", "make_quiz"]
