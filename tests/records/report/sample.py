"""A small corpus to report on."""

from cerealbar.language import tokenize
from cerealbar.records import (
    About,
    Event,
    Finished,
    GameEnd,
    GameEnded,
    GameRecord,
    Header,
    Instructed,
    Participant,
    Stepped,
    TurnEnd,
    TurnEnded,
)
from cerealbar.records.statistics import PartSummary, Statistics, summarize

ABOUT = About(name="sample", description="Two games.", command="cerealbar corpus random --games 2")
PARTS = (PartSummary("train", 2, 1.5), PartSummary("development", 0, 0.0))
HOSTILE = '</style><script>alert("1")</script><img src=x onerror=alert(1)>&amp;\x00\ud800\u202e|`'


def game(
    *texts: str, sets: int = 0, synthetic: bool = True, kind: str = "random", game_id: str = "g"
) -> GameRecord:
    """A game in which each instruction takes one step, and so many of the steps make a set."""
    events: list[Event] = [Instructed(1.0, text) for text in texts]
    events.append(Finished(10.0, "leader"))
    events.append(TurnEnded(10.0, "leader", TurnEnd.DONE))
    for i, _ in enumerate(texts):
        score = i + 1 if i < sets else None
        events.append(Stepped(60.0 * (i + 1), "follower", "left", score=score))
        events.append(Finished(60.0 * (i + 1), "follower"))
    events.append(GameEnded(600.0, GameEnd.NO_TURNS, sets))
    who = Participant(kind=kind)
    header = Header(game_id=game_id, seed=1, synthetic=synthetic, leader=who, follower=who)
    return GameRecord(header, tuple(events))


def sample(*, synthetic: bool = True) -> Statistics:
    """The statistics of two games with three and one sets."""
    games = (
        game("go left", "turn right", "go go go", sets=3, synthetic=synthetic),
        game("stop", sets=1, synthetic=synthetic, game_id="h"),
    )
    return summarize(games, tokenize, part="train", interactions=5)


def hostile() -> tuple[Statistics, About, tuple[PartSummary, ...]]:
    """What a report is made of when every text in it is hostile."""
    games = [game(HOSTILE, kind=HOSTILE[:200], sets=1)]
    statistics = summarize(games, str.split, part=HOSTILE)
    about = About(name=HOSTILE, description=HOSTILE, command=HOSTILE)
    return statistics, about, (PartSummary(HOSTILE, 1, 1.0),)
