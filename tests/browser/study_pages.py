"""One page of a study of each kind, with real boards, cards and questions."""

from cerealbar.game import Game, Player, Rules
from cerealbar.studies.quiz import shipped_questions
from cerealbar.views import view
from cerealbar.wire.scene import show_card, show_pose
from cerealbar.wire.visits import (
    BeforeGameShown,
    BoardShown,
    CarryOutShown,
    ConsentShown,
    EndShown,
    ItemAsked,
    QuestionAsked,
    QuestionnaireShown,
    QuizShown,
    Shown,
    TextShown,
    WriteShown,
)

SEED = 163
CONSENT = """
<h2>What this study is about</h2>
<p>We want to know how people talk about a game. You play with a partner: one of you <em>leads</em>,
the other <em>follows</em>. It takes about <strong>20 minutes</strong>.</p>
<ul><li>What you write is recorded, without your name.</li>
<li>You can stop at any time by closing the page.</li></ul>
<p>More is told <a href="https://example.org/study">on our page</a>.</p>
"""
ITEMS = (
    ItemAsked(
        id="language",
        kind="choice",
        text="Is English your first language?",
        is_required=True,
        options=("Yes", "No", "I would rather not say"),
    ),
    ItemAsked(
        id="devices",
        kind="choice",
        text="What did you play with?",
        options=("Mouse", "Keyboard", "Touch screen"),
        is_several=True,
    ),
    ItemAsked(
        id="fun",
        kind="scale",
        text="How much fun was the game?",
        is_required=True,
        points=7,
        low="none at all",
        high="a great deal",
    ),
    ItemAsked(
        id="who",
        kind="partner",
        text="Was your partner a person or a program?",
        is_required=True,
    ),
    ItemAsked(id="words", kind="free-text", text="Anything else to tell us?", max_length=500),
)


def board(seed: int = SEED) -> BoardShown:
    """The board of a new game."""
    game = Game(seed)
    return BoardShown(
        tiles=tuple(view(game, Player.LEADER).tiles.tolist()),
        cards=tuple(show_card(card) for card in game.cards),
        leader=show_pose(game.pose(Player.LEADER)),
        follower=show_pose(game.pose(Player.FOLLOWER)),
    )


def quiz(seed: int, tries_left: int, explanations: tuple[str, ...] = ()) -> QuizShown:
    """Real questions."""
    return QuizShown(
        questions=tuple(
            QuestionAsked(text=asked.text, answers=asked.answers, picture=asked.picture)
            for asked in shipped_questions().draw(seed, 8, Rules())
        ),
        right_needed=7,
        tries_left=tries_left,
        explanations=explanations,
        right_before=5 if explanations else None,
    )


def pages() -> dict[str, Shown]:
    """The pages by name, in the order of a visit."""
    shown = board()
    cells = [card.cell for card in shown.cards]
    return {
        "consent": ConsentShown(html=CONSENT, agree="I have read this and want to take part"),
        "text": TextShown(html="<h1>How to play</h1><p>Three cards are a set.</p>", wait_seconds=3),
        "quiz": quiz(1, 3),
        "quiz-again": quiz(
            2,
            2,
            (
                "Two of the three cards were red: in a set no colour is there twice.",
                "The follower sees only what lies ahead of it.",
            ),
        ),
        "before-game": BeforeGameShown(
            role="leader",
            number=2,
            of=3,
            language="Please write in English, in whole sentences.",
            wait_minutes=5.0,
            is_blind=True,
        ),
        "questionnaire": QuestionnaireShown(title="About you", items=ITEMS, is_about_game=True),
        "write": WriteShown(board=shown, cards=(cells[3], cells[7]), cell=312, number=1, of=2),
        "carry-out": CarryOutShown(
            board=shown, text="turn around and take the two cards by the lake", number=2, of=2
        ),
        "end": EndShown(
            how="finished",
            html="<p>You helped us a great deal.</p>",
            code="KX7Q-93FA",
            url="https://example.org/done",
            points=12,
            earned="4.35 USD",
        ),
    }
