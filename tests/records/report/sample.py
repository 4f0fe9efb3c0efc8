"""A small corpus to report on."""

from collections import Counter
from statistics import fmean, median

import msgspec

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
from cerealbar.records.statistics import PartSummary, Spread, Statistics, Tally
from cerealbar.records.summary import summarize

ABOUT = About(name="sample", description="Two games.", command="cerealbar corpus make --games 2")
PARTS = (PartSummary("train", 2, 1.5), PartSummary("development", 0, 0.0))
HOSTILE = '</style><script>alert("1")</script><img src=x onerror=alert(1)>&amp;\x00\ud800\u202e|`'


def game(
    *texts: str, synthetic: bool = True, kind: str = "random", game_id: str = "g"
) -> GameRecord:
    """A game in which each instruction takes one step."""
    events: list[Event] = [Instructed(1.0, text) for text in texts]
    events.append(Finished(10.0, "leader"))
    events.append(TurnEnded(10.0, "leader", TurnEnd.DONE))
    for i, _ in enumerate(texts):
        events.append(Stepped(60.0 * (i + 1), "follower", "left"))
        events.append(Finished(60.0 * (i + 1), "follower"))
    events.append(GameEnded(600.0, GameEnd.ABANDONED))
    who = Participant(kind=kind)
    header = Header(game_id=game_id, seed=1, synthetic=synthetic, leader=who, follower=who)
    return GameRecord(header, tuple(events))


def with_sets(found: Statistics, *scores: int) -> Statistics:
    """The statistics, as if each game had made so many sets."""
    spread = Spread(fmean(scores), median(scores), max(scores))
    return msgspec.structs.replace(
        found,
        table=msgspec.structs.replace(found.table, score=spread, scoring_share=1.0),
        score=Tally(spread, dict(sorted(Counter(scores).items()))),
    )


def sample(*, synthetic: bool = True) -> Statistics:
    """The statistics of two games with three and one sets."""
    games = (
        game("go left", "turn right", "go go go", synthetic=synthetic),
        game("stop", synthetic=synthetic, game_id="h"),
    )
    return with_sets(summarize(games, tokenize, part="train", interactions=5), 3, 1)


def hostile() -> tuple[Statistics, About, tuple[PartSummary, ...]]:
    """What a report is made of when every text in it is hostile."""
    games = [game(HOSTILE, kind=HOSTILE[:200])]
    statistics = with_sets(summarize(games, str.split, part=HOSTILE), 1)
    about = About(name=HOSTILE, description=HOSTILE, command=HOSTILE)
    return statistics, about, (PartSummary(HOSTILE, 1, 1.0),)
