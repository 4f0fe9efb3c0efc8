"""Questions about points and turns: what a set gives, and when a game ends."""

from cerealbar.studies.quiz.numbers import numbers_near, turn_words
from cerealbar.studies.quiz.question import QuestionDraft, QuizSetting


def end(setting: QuizSetting) -> QuestionDraft:
    """When does a game end?"""
    has_limit = setting.rules.half_turns is not None
    right = "When no turns are left" if has_limit else "When a player leaves it"
    return QuestionDraft(
        text="When does a game end?",
        right=right,
        wrong=(
            "When no cards are left",
            "When the players have made a set",
            "When no valid set is left on the board",
        ),
        explanation=f"A game ends {right[0].lower()}{right[1:]}; cards never run out, as new ones"
        " replace each set.",
    )


def set_worth(setting: QuizSetting) -> QuestionDraft:
    """What does a set give?"""
    rules = setting.rules
    added = rules.extra_half_turns[0] if rules.extra_half_turns else 0
    has_more = added > 0 and rules.half_turns is not None
    turns = turn_words(added or 10, for_each=added % 2 == 0, more="more")
    with_turns = f"1 point and {turns}"
    without = "1 point, but no more turns"
    right, other = (with_turns, without) if has_more else (without, with_turns)
    return QuestionDraft(
        text="What do the players get for the first set of a game?",
        right=right,
        wrong=(
            other,
            "3 points, one for each of the three cards of the set",
            f"No point, but {turns} to make another set",
        ),
        explanation=f"Each set gives a point, and the first one gives {turns} as well."
        if has_more
        else "Each set gives a point and nothing else.",
    )


def turns_at_start(setting: QuizSetting) -> QuestionDraft:
    """How many turns are there before the first set?"""
    half_turns = setting.rules.half_turns
    assert half_turns is not None, "asked only where turns run out"
    for_each = half_turns % 2 == 0
    step = 2 if for_each else 1
    others = numbers_near(setting.chance, half_turns // step)
    right = turn_words(half_turns, for_each=for_each)
    return QuestionDraft(
        text="How many turns does a game have if the players make no set?",
        right=right,
        wrong=tuple(turn_words(step * number, for_each=for_each) for number in others),
        explanation=f"A game begins with {right}, and only sets can add more.",
    )


def cards_left(setting: QuizSetting) -> QuestionDraft:
    """How many cards are there after a set?"""
    cards = setting.rules.cards
    return QuestionDraft(
        text=f"There are {cards} cards on the board, and the players make a set. How many cards are"
        " there then?",
        right=f"{cards} cards",
        wrong=(f"{cards - 3} cards", f"{cards + 3} cards", f"{cards - 1} cards"),
        explanation="The three cards of a set are replaced by three new ones in other places, so"
        f" there are always {cards} cards.",
    )


def whose_point(_: QuizSetting) -> QuestionDraft:
    """Who gets the point?"""
    return QuestionDraft(
        text="Who gets the point for a set?",
        right="Both players together",
        wrong=("The leader", "The follower", "The player who stepped onto the last card"),
        explanation="The two players play together, and every point is a point for both.",
    )


def last_turn(_: QuizSetting) -> QuestionDraft:
    """What becomes of a set that is not whole when turns run out?"""
    return QuestionDraft(
        text="The last turn ends while two cards of a set are selected. What happens?",
        right="The game ends without that set",
        wrong=(
            "The game goes on until the set is made",
            "The two cards count as a set",
            "The players get one turn more",
        ),
        explanation="When no turns are left the game is over, whatever is selected.",
    )
