"""A made-up study, with participants at every step of it, in a real store."""

import random
from collections.abc import Sequence

import msgspec

from cerealbar.server.rooms.peers import LiveGame
from cerealbar.server.store import Store, StoredParticipant
from cerealbar.server.store.participants import add_participant, append_ledger
from cerealbar.studies import entries as told
from cerealbar.studies.entries import LedgerEntry, StudyEntry
from cerealbar.studies.parts import Arm, Pool
from cerealbar.studies.pay import Pay
from cerealbar.studies.questionnaires import ChoiceItem, FreeTextItem, Questionnaire
from cerealbar.studies.steps import Consent, EndStep, GamesStep, QuestionnaireStep, QuizStep
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.study import Study
from cerealbar.wire.messages import PlayerShown

NOW = 1_700_100_000.0
STUDY = Study(
    name="crowd",
    title="A crowd plays",
    steps=(
        Consent(text="consent.md"),
        QuizStep(questions=2, right_needed=2, tries=2),
        GamesStep(games=2),
        GamesStep(id="expert-games", games=1, pool="expert", only_if='in_pool("expert")'),
        QuestionnaireStep(file="about.toml"),
        EndStep(),
    ),
    treatments={"people": Arm(), "agent": Arm(partner="agent")},
    pools={"expert": Pool(joins_if="games >= 2"), "slow": Pool(is_closed=True)},
    pay=Pay(base=200),
    texts={"consent.md": "Take part?"},
    questionnaires={
        "about.toml": Questionnaire(
            title="You",
            items=(
                FreeTextItem(id="said", text="Anything else?"),
                ChoiceItem(id="liked", text="What did you like?", options=("cards", "words")),
            ),
        )
    },
)
BEGINNING: tuple[StudyEntry, ...] = (
    told.Arrived(visit=1, window=1),
    told.Reached(step="consent"),
)
AT_QUIZ: tuple[StudyEntry, ...] = (
    *BEGINNING,
    told.StepAnswered(step="consent"),
    told.Reached(step="quiz"),
)
AT_GAMES: tuple[StudyEntry, ...] = (
    *AT_QUIZ,
    told.QuizTaken(step="quiz", seed=1, answers=(0, 1), right=2, is_passed=True),
    told.Reached(step="games"),
)
FAILED: tuple[StudyEntry, ...] = (
    *AT_QUIZ,
    told.QuizTaken(step="quiz", seed=1, answers=(0, 1), right=1, is_passed=False),
    told.Ended(how="failed-quiz"),
)


def seated(game_id: str, treatment: str = "people") -> tuple[StudyEntry, ...]:
    return (
        told.Drawn(step="games", treatment=treatment, role="leader", partner="person"),
        told.PlaceTaken(step="games", game_id=game_id, role="leader"),
    )


def played(game_id: str, score: int = 3, waited: float = 20.0) -> told.GamePlayed:
    return told.GamePlayed(
        step="games",
        game_id=game_id,
        role="leader",
        treatment="people",
        partner="person",
        score=score,
        how="played",
        waited_seconds=waited,
    )


def finished(said: str = "My name is Kim.", score: int = 3) -> tuple[StudyEntry, ...]:
    return (
        *AT_GAMES,
        *seated("a1"),
        played("a1", score),
        *seated("a2"),
        played("a2", score),
        told.Reached(step="questionnaire"),
        told.StepAnswered(step="questionnaire", answers={"said": said, "liked": "cards"}),
        told.Reached(step="end"),
        told.Ended(how="finished", code="C0DE"),
    )


def number_id(number: int) -> str:
    return f"{number:016x}"


async def add(
    store: Store, number: int, entries: Sequence[StudyEntry], ago: float = 60.0, every: float = 1.0
) -> str:
    """Someone whose last entry was stored so many seconds ago."""
    last = NOW - ago
    lines = [
        LedgerEntry(n, last - every * (len(entries) - 1 - n), entry)
        for n, entry in enumerate(entries)
    ]
    participant_id = number_id(number)
    someone = StoredParticipant(participant_id, STUDY.name, f"person {number}", lines[0].wall)
    await store.write(add_participant, someone, lines[0])
    await store.write(append_ledger, participant_id, lines[1:])
    return participant_id


async def add_crowd(store: Store, count: int = 60, first: int = 0) -> None:
    """People in all states."""
    chance = random.Random(5)
    states: tuple[tuple[StudyEntry, ...], ...] = (
        BEGINNING,
        (*BEGINNING, told.Ended(how="declined")),
        AT_QUIZ,
        FAILED,
        AT_GAMES,
        (*AT_GAMES, *seated("00000000000000a1")),
        (*AT_GAMES, *seated("00000000000000a3")),
        (*AT_GAMES, *seated("w"), told.WaitEnded(step="games", game_id="w", seconds=300)),
        (*AT_GAMES, *seated("a1"), played("a1", 5, 48.0)),
    )
    for number in range(first, first + count):
        entries = chance.choice([*states, *[finished(score=chance.randint(0, 14))] * 6])
        ago = chance.choice([20.0, 200.0, 900.0, 4000.0, 40_000.0])
        await add(store, number, entries, ago, every=chance.uniform(5, 40))


async def stay(story: ParticipantStory) -> list[StudyEntry]:
    """Leave no seat, as nobody has one."""
    return []


def quiet_games(playing: str = "", waiting: str = "") -> list[LiveGame]:
    """A server in which one participant waits and one plays."""
    person = PlayerShown(name="", kind="person", is_here=True)
    nobody = PlayerShown(name="", kind="nobody", is_here=False)
    away = PlayerShown(name="", kind="person", is_here=False)
    common = {"score": 0, "turn": "leader", "half_turns_left": 9, "watchers": 0, "mode": "match"}
    found = [
        {"game_id": playing, "status": "playing", "follower": away, "age_seconds": 1.0},
        {"game_id": waiting, "status": "waiting", "follower": nobody, "age_seconds": 95.0},
    ]
    return [
        msgspec.convert(common | game | {"leader": person}, LiveGame)
        for game in found
        if game["game_id"]
    ]
