"""Games written by hand, in which players only turn, so that they fit any map."""

from cerealbar.game import Status
from cerealbar.records import (
    Commented,
    Event,
    Finished,
    GameEnd,
    GameEnded,
    GameRecord,
    GaveUp,
    Header,
    Instructed,
    Participant,
    RecordedRules,
    Stepped,
    TimedOut,
    complete,
)
from cerealbar.records.show import Film

HOSTILE_TEXTS = (
    "</script><img src=x onerror=\"document.title='broken'\">",
    "</script ><img src=x onerror='1' </script/ x",
    "<!--<script>document.title='broken'</script>",
    "]]> & &lt;b&gt; ${1+1} $title $$ \\u003cb\\u003e `x`",
    "left\u2028right \u202etfel \u0627\u0644 \U0001f600",
)


def header(**fields: object) -> Header:
    """A header; `fields` as in `Header`."""
    values: dict[str, object] = {"game_id": "written", "seed": 42, "synthetic": True} | fields
    return Header(**values)  # type: ignore[arg-type]  # the test's fields are those of a header


def game(*deeds: Event, how: GameEnd = GameEnd.ABANDONED, **fields: object) -> GameRecord:
    """A game of some deeds and notes that ends a second after the last one."""
    last = deeds[-1].at if deeds else 0.0
    return complete(GameRecord(header(**fields), (*deeds, GameEnded(last + 1.0, how, 0))))


def written_game() -> GameRecord:
    """A game with each kind of deed and of turn end but no card, left by the follower."""
    return game(
        Instructed(2.0, "turn around"),
        Instructed(5.5, "turn left"),
        Stepped(6.0, "leader", "left"),
        Finished(7.0, "leader"),
        Stepped(8.0, "follower", "right"),
        Finished(9.0, "follower"),
        *(Stepped(10.0 + i, "follower", "left") for i in range(9)),
        TimedOut(65.0, "leader"),
        Finished(70.0, "follower"),
        TimedOut(120.0, "leader"),
        Instructed(121.0, "wait"),
        Finished(122.0, "leader"),
        TimedOut(140.0, "follower"),
        how=GameEnd.FOLLOWER_LEFT,
        started="2024-05-06T07:08:09",
        leader=Participant(kind="human", id="p1"),
        follower=Participant(kind="agent", name="full model", version="2"),
    )


def hostile_game() -> GameRecord:
    """A game whose texts try to become part of the page."""
    texts = (Instructed(float(i), text) for i, text in enumerate(HOSTILE_TEXTS))
    return game(
        *texts,
        Finished(10.0, "leader"),
        GaveUp(11.0, HOSTILE_TEXTS[0]),
        Commented(12.0, "follower", HOSTILE_TEXTS[2]),
        leader=Participant(kind="</dl><script>", name="\"><img src=x onerror='1'>"),
        started="'\"><b>$film</b>",
    )


def endless_game() -> GameRecord:
    """A game whose turns never run out, without an end."""
    record = game(Instructed(1.0, "go"), rules=RecordedRules(half_turns=None))
    return GameRecord(record.header, record.events[:-1])


def statuses(shown: Film, i: int) -> list[Status]:
    """What has become of the instructions in a frame."""
    found: dict[int, Status] = {}
    for frame in shown.frames[: i + 1]:
        found.update(frame.changes)
    return [found[number] for number in range(len(found))]
