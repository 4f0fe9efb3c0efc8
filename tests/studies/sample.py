"""A study with simulated games: each participant plays with another one and with an agent."""

import random
from functools import lru_cache

from cerealbar.agents import make_follower, make_leader, map_seeds, play_games
from cerealbar.agents.corpus_games import corpus_game
from cerealbar.game import PlayerWord
from cerealbar.records import GameRecord
from cerealbar.records.summary import final_score
from cerealbar.studies import entries as told
from cerealbar.studies.entries import GamePart, LedgerEntry, StudyEntry
from cerealbar.studies.participations import Participation
from cerealbar.studies.parts import Arm, PartnerKind
from cerealbar.studies.pay import Pay
from cerealbar.studies.questionnaires import (
    ChoiceItem,
    FreeTextItem,
    GuessWord,
    PartnerGuess,
    PartnerItem,
    Questionnaire,
)
from cerealbar.studies.steps import (
    Consent,
    EndStep,
    GamesStep,
    QuestionnaireStep,
    QuizStep,
    WriteStep,
)
from cerealbar.studies.study import Study

STUDY = Study(
    name="two-partners",
    title="People and agents as partners",
    steps=(
        Consent(text="consent.md"),
        QuizStep(),
        GamesStep(games=3, after_each="after.toml"),
        WriteStep(tasks=1, suite="boards.jsonl"),
        QuestionnaireStep(file="about.toml"),
        EndStep(),
    ),
    treatments={"people": Arm(), "agent": Arm(partner="agent", agent="rule-based")},
    pay=Pay(base=200),
    texts={"consent.md": "# Consent\n\nYou can stop at any time.\n"},
    questionnaires={
        "after.toml": Questionnaire(title="This game", items=(PartnerItem(id="who"),)),
        "about.toml": Questionnaire(
            title="You",
            items=(
                FreeTextItem(id="said", text="Anything else?"),
                ChoiceItem(id="liked", text="What?", options=("cards", "words"), several=True),
            ),
        ),
    },
)
_START = 1_700_000_000.0


class Chronicle:
    """The ledger of one participant, as it grows."""

    def __init__(self, participant_id: str, start: float, chance: random.Random) -> None:
        self.participant_id = participant_id
        self.wall = start
        self.chance = chance
        self.lines: list[LedgerEntry] = []
        self.tell(told.Arrived(visit=1, window=1), 0)

    def tell(self, entry: StudyEntry, seconds: float) -> None:
        """What happened some seconds after what happened last."""
        self.wall += seconds
        self.lines.append(LedgerEntry(len(self.lines), self.wall, entry))

    def begin(self) -> None:
        """Agree, and pass the quiz."""
        self.tell(told.Reached(step="consent"), 1)
        self.tell(told.StepAnswered(step="consent"), self.chance.uniform(20, 60))
        self.tell(told.Reached(step="quiz"), 0)
        answers = (1,) * 8
        self.tell(
            told.QuizTaken(step="quiz", seed=1, answers=answers, right=8, is_passed=True),
            self.chance.uniform(60, 200),
        )
        self.tell(told.Reached(step="games"), 0)

    def play(
        self, record: GameRecord, role: PlayerWord, partner: PartnerKind, how: GamePart = "played"
    ) -> None:
        """A game, and the question about it."""
        played = told.GamePlayed(
            step="games",
            game_id=record.game_id,
            role=role,
            treatment="people" if partner == "person" else "agent",
            partner=partner,
            agent="rule-based" if partner == "agent" else "",
            score=final_score(record),
            how=how,
            waited_seconds=25.0 if partner == "person" else 0.0,
        )
        self.tell(played, record.seconds)
        truth: GuessWord = "person" if partner == "person" else "program"
        guess = truth if self.chance.random() < 0.75 else "person"
        who = PartnerGuess(guess, self.chance.randint(1, 5))
        answer = told.StepAnswered(step="games", answers={"who": who}, game_id=record.game_id)
        self.tell(answer, 12)

    def finish(self) -> None:
        """Write, answer, and reach the end."""
        self.tell(told.Reached(step="write"), 1)
        self.tell(told.TaskDone(step="write", task="t1", text="go to the tent", seconds=30.5), 31)
        self.tell(told.Reached(step="questionnaire"), 1)
        said = told.StepAnswered(
            step="questionnaire", answers={"said": "I am Kim, call me", "liked": ("cards",)}
        )
        self.tell(said, self.chance.uniform(20, 90))
        self.tell(told.Reached(step="end"), 0)
        self.tell(told.Ended(how="finished", code="c"), 0)

    def participation(self) -> Participation:
        """What is known of the participant."""
        who = f"worker{self.participant_id}"
        return Participation(self.participant_id, who, None, tuple(self.lines))


@lru_cache(maxsize=2)
def sample(pairs: int = 3) -> tuple[tuple[Participation, ...], tuple[GameRecord, ...]]:
    """So many pairs, who play twice with each other and once with an agent; and three who stop."""
    chance = random.Random(7)
    people = [corpus_game(3, index) for index in range(2 * pairs)]
    agents = [*_agent_games(2 * pairs)]
    found = []
    for pair in range(pairs):
        ones = [
            Chronicle(f"p{2 * pair + seat:03}", _START + 4000 * pair, chance) for seat in (0, 1)
        ]
        first, second = people[2 * pair : 2 * pair + 2]
        for seat, one in enumerate(ones):
            roles: tuple[PlayerWord, ...] = ("leader", "follower")
            one.begin()
            one.play(first, roles[seat], "person")
            one.play(agents[2 * pair + seat], "leader", "agent")
            one.play(second, roles[1 - seat], "person")
            one.finish()
        found += [one.participation() for one in ones]
    return (*found, *_stopped(chance)), (*people, *agents)


def _agent_games(games: int) -> list[GameRecord]:
    leader, follower = make_leader("average", 5), make_follower("rule-based")
    return list(play_games(leader, follower, map_seeds(games, 11), seed=2))


def _stopped(chance: random.Random) -> list[Participation]:
    """Who did not agree, who failed the quiz, and who closed the window."""
    no = Chronicle("q1", _START, chance)
    no.tell(told.Reached(step="consent"), 1)
    no.tell(told.Ended(how="declined"), 5)
    failed = Chronicle("q2", _START, chance)
    failed.tell(told.Reached(step="consent"), 1)
    failed.tell(told.StepAnswered(step="consent"), 9)
    failed.tell(told.Reached(step="quiz"), 0)
    for right in (3, 4):
        taken = told.QuizTaken(
            step="quiz", seed=right, answers=(0, 2), right=right, is_passed=False
        )
        failed.tell(taken, 50)
    failed.tell(told.Ended(how="failed-quiz"), 0)
    lost = Chronicle("q3", _START, chance)
    lost.begin()
    return [one.participation() for one in (no, failed, lost)]
