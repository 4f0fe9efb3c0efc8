"""Questions about the players: what each may do, and what each sees."""

from cerealbar.game import Cancelling, Player
from cerealbar.studies.quiz.boards import marked_card, obstacle_ahead
from cerealbar.studies.quiz.numbers import numbers_near
from cerealbar.studies.quiz.pictures import drawn_board
from cerealbar.studies.quiz.question import QuestionDraft, QuizSetting
from cerealbar.views import seen_cells

_WITHDRAWING = {
    Cancelling.NEVER: "No, never",
    Cancelling.OWN_TURN: "Yes, in the leader's turns",
    Cancelling.ANY_TURN: "Yes, in anyone's turn",
}


def writer(_: QuizSetting) -> QuestionDraft:
    """Who writes instructions?"""
    return QuestionDraft(
        text="Who writes instructions?",
        right="Only the leader",
        wrong=("Only the follower", "Both players", "The player whose turn it is"),
        explanation="The leader writes instructions, and the follower carries them out.",
    )


def leader_steps(setting: QuizSetting) -> QuestionDraft:
    """How many steps has the leader in a turn?"""
    return _steps(setting, Player.LEADER)


def follower_steps(setting: QuizSetting) -> QuestionDraft:
    """How many steps has the follower in a turn?"""
    return _steps(setting, Player.FOLLOWER)


def _steps(setting: QuizSetting, player: Player) -> QuestionDraft:
    limits = (setting.rules.leader_steps, setting.rules.follower_steps)
    steps = limits[player]
    wrong = numbers_near(setting.chance, steps, likely=limits[player.partner])
    return QuestionDraft(
        text=f"How many steps can the {player.word} take in one turn at most?"
        " Moving to the next cell is one step, and so is turning.",
        right=_step_words(steps),
        wrong=tuple(map(_step_words, wrong)),
        explanation=f"The leader can take up to {_step_words(limits[0])} in a turn, the follower up"
        f" to {_step_words(limits[1])}.",
    )


def waiting(_: QuizSetting) -> QuestionDraft:
    """Does the follower see the instructions that wait?"""
    return QuestionDraft(
        text="The leader sends three instructions. Which of them can the follower read when the"
        " follower's turn begins?",
        right="The first one",
        wrong=("The last one", "All three of them", "The first and the second one"),
        explanation="The follower reads one instruction at a time, and the next one only after"
        " being done with it or giving it up.",
    )


def who_sees(setting: QuizSetting) -> QuestionDraft:
    """Who sees a marked card?"""
    chance, sight = setting.chance, setting.sight
    in_view = chance.random() < 0.5
    board, drawn = drawn_board(
        lambda: marked_card(chance, sight, in_view),
        "Part of a board with the follower and a card in a pink ring; what the follower does not"
        " see is dark.",
        sight,
    )
    is_seen = seen_cells(board.states, Player.FOLLOWER, sight)[0, board.marked[0]]
    answers = ("Only the leader", "Only the follower", "Both players", "Neither of them")
    right = answers[2] if is_seen else answers[0]
    place = "lies in that part" if is_seen else "does not lie in that part"
    return QuestionDraft(
        text="The follower, in purple, looks along its arrow, and does not see what is dark in"
        " this picture. Who sees the card in the pink ring now?",
        right=right,
        wrong=tuple(answer for answer in answers if answer != right),
        explanation="The leader sees the whole board, and the follower only the part before its"
        f" eyes; the card {place}.",
        picture=drawn,
    )


def bumping(setting: QuizSetting) -> QuestionDraft:
    """What happens to who walks against an obstacle?"""
    player = setting.chance.choice(tuple(Player))
    _, drawn = drawn_board(
        lambda: obstacle_ahead(setting.chance, player),
        f"Part of a board: something stands on the cell ahead of the {player.word}, which has a"
        " pink ring.",
    )
    return QuestionDraft(
        text=f"The {player.word} tries to move forward, onto the cell in the pink ring."
        " What happens?",
        right="Nothing, and it costs no step",
        wrong=(
            "Nothing, but it costs a step",
            f"The {player.word} goes around what stands there",
            f"The {player.word}'s turn ends",
        ),
        explanation="Trees, buildings, plants, water and hills block the way, and walking against"
        " them costs no step.",
        picture=drawn,
    )


def finishing(_: QuizSetting) -> QuestionDraft:
    """Who says that an instruction is done?"""
    return QuestionDraft(
        text="Who marks an instruction as done?",
        right="The follower",
        wrong=("The leader", "Nobody has to", "The player whose turn it is"),
        explanation="The follower marks an instruction as done, and is then shown the next one.",
    )


def time_out(setting: QuizSetting) -> QuestionDraft:
    """What becomes of an instruction when the follower's time is over?"""
    seconds = f"{setting.rules.follower_seconds:g}"
    return QuestionDraft(
        text=f"The {seconds} seconds of the follower's turn are over before an instruction is"
        " carried out. What becomes of the instruction?",
        right="It stays for the follower's next turn",
        wrong=(
            "It is removed, and the leader has to write it again",
            "It counts as done",
            "The leader has to carry it out",
        ),
        explanation="Instructions that are not done stay, and the follower goes on with them in the"
        " next turn.",
    )


def withdrawing(setting: QuizSetting) -> QuestionDraft:
    """Can the leader take an instruction back?"""
    right = _WITHDRAWING[setting.rules.cancelling]
    told = {
        Cancelling.NEVER: "What the leader has sent cannot be taken back.",
        Cancelling.OWN_TURN: "The leader can cancel what waits, in the leader's turns.",
        Cancelling.ANY_TURN: "The leader can cancel what waits at any time.",
    }
    return QuestionDraft(
        text="Can the leader take back instructions that are not done yet?",
        right=right,
        wrong=tuple(answer for answer in _WITHDRAWING.values() if answer != right),
        explanation=told[setting.rules.cancelling],
    )


def _step_words(steps: int) -> str:
    return "1 step" if steps == 1 else f"{steps} steps"
