"""The kinds of questions by topic; the topics are those of the paper's quiz (Appendix C)."""

from collections.abc import Mapping

from cerealbar.game import Rules
from cerealbar.studies.quiz import card_questions as cards
from cerealbar.studies.quiz import ending_questions as ending
from cerealbar.studies.quiz import player_questions as players
from cerealbar.studies.quiz.question import QuestionKind

_CARDS: Mapping[str, QuestionKind] = {
    "valid-set": cards.valid_set,
    "clashing-set": cards.clashing_set,
    "completing-card": cards.completing_card,
    "deselecting": cards.deselecting,
    "clash": cards.clash,
    "clash-shown": cards.clash_shown,
    "selecting": cards.selecting,
}
_PLAYERS: Mapping[str, QuestionKind] = {
    "writer": players.writer,
    "leader-steps": players.leader_steps,
    "follower-steps": players.follower_steps,
    "waiting": players.waiting,
    "who-sees": players.who_sees,
    "bumping": players.bumping,
    "finishing": players.finishing,
    "time-out": players.time_out,
    "withdrawing": players.withdrawing,
}
_ENDING: Mapping[str, QuestionKind] = {
    "end": ending.end,
    "set-worth": ending.set_worth,
    "cards-left": ending.cards_left,
    "whose-point": ending.whose_point,
}
_ENDING_BY_TURNS: Mapping[str, QuestionKind] = {
    "turns-at-start": ending.turns_at_start,
    "last-turn": ending.last_turn,
}
VARIED = ("valid-set", "clashing-set", "completing-card", "who-sees")
"""Kinds of which one quiz can hold several, as each is another question."""


def kinds_by_topic(rules: Rules) -> Mapping[str, Mapping[str, QuestionKind]]:
    """What can be asked under some rules."""
    by_turns = {} if rules.half_turns is None else _ENDING_BY_TURNS
    return {"cards": _CARDS, "players": _PLAYERS, "ending": {**_ENDING, **by_turns}}
