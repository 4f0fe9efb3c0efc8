"""A server's admin pages over a real store and invented rooms, with texts that mean harm."""

from pathlib import Path

from litestar import Litestar
from litestar.exceptions import HTTPException

from cerealbar.game import Rules
from cerealbar.records import (
    Commented,
    Finished,
    GameEnd,
    GameEnded,
    Instructed,
    Participant,
    RecordedRules,
    SeatTaken,
    Stepped,
)
from cerealbar.server.admin.access import Passwords, Sessions
from cerealbar.server.admin.pages import Admin
from cerealbar.server.admin.routes import admin_router
from cerealbar.server.jobs import Asked, Job, JobPool, Made
from cerealbar.server.middleware import guarded
from cerealbar.server.problems import tell_problem
from cerealbar.server.rooms.peers import LiveGame
from cerealbar.server.settings import Settings
from cerealbar.server.store import (
    JournalEntry,
    RoomSpec,
    Store,
    StoredEntry,
    StoredGame,
    Treatment,
)
from cerealbar.server.templates import style_route, template_config
from cerealbar.server.tokens import TokenPurpose, Tokens
from cerealbar.server.traffic import Traffic
from cerealbar.server.visits.monitor import Monitor
from cerealbar.wire.messages import PlayerShown
from tests.server.visits.crowd import stay

PASSWORD = "correct horse battery staple"
HOSTILE = "<script>alert('1')</script>\"><img src=x onerror=alert(2)>&lt;'"
START = 1_700_000_000.0
SOLVABLE = Treatment(rules=RecordedRules.from_rules(Rules(solvable=True)))


class InventedTokens(Tokens):
    """Tokens that can be foretold."""

    def make(self, game_id: str, purpose: TokenPurpose, holder: int = 0) -> str:
        return f"{game_id}{purpose[0].upper()}{'x' * 32}"


def invented_games() -> list[LiveGame]:
    """Two rooms and two people who wait."""
    person = PlayerShown(name=HOSTILE, kind="person", is_here=False)
    agent = PlayerShown(name="rule-based", kind="agent", is_here=True)
    return [
        LiveGame(
            game_id="00000000000000a1",
            mode="agent",
            status="playing",
            leader=PlayerShown(name="Ada", kind="person", is_here=True),
            follower=agent,
            score=4,
            turn="follower",
            half_turns_left=9,
            watchers=2,
            age_seconds=754,
        ),
        LiveGame(
            game_id="00000000000000a2",
            mode="friend",
            status="paused",
            leader=PlayerShown(name="Grace", kind="person", is_here=True),
            follower=person,
            score=0,
            turn="leader",
            half_turns_left=None,
            watchers=0,
            age_seconds=12,
            problem=f"the follower {HOSTILE} is away",
        ),
        LiveGame(
            game_id="00000000000000a3",
            mode="match",
            status="waiting",
            leader=PlayerShown(name="Edsger", kind="person", is_here=True),
            follower=PlayerShown(name="", kind="nobody", is_here=False),
            score=0,
            turn="leader",
            half_turns_left=12,
            watchers=0,
            age_seconds=95,
        ),
        LiveGame(
            game_id="00000000000000a4",
            mode="friend",
            status="waiting",
            leader=PlayerShown(name="", kind="nobody", is_here=False),
            follower=PlayerShown(name=HOSTILE, kind="person", is_here=True),
            score=0,
            turn="leader",
            half_turns_left=12,
            watchers=0,
            age_seconds=5,
        ),
    ]


class JobsAtOnce(JobPool):
    """Does jobs in this process."""

    def __init__(self) -> None: ...

    async def do(self, job: Job[Asked, Made], *args: Asked.args, **kwargs: Asked.kwargs) -> Made:
        return job.run(*args, **kwargs)


def admin_app(
    store: Store, settings: Settings | None = None, monitor: Monitor | None = None
) -> Litestar:
    """The admin pages."""
    chosen = settings or Settings()
    admin = Admin(
        passwords=Passwords(PASSWORD),
        sessions=Sessions(store, PASSWORD),
        live=invented_games,
        tokens=InventedTokens(b""),
        store=store,
        settings=chosen,
        jobs=JobsAtOnce(),
        monitor=monitor or Monitor(store, {}, invented_games, stay, lambda: START),
    )
    app = Litestar(
        [admin_router(admin), style_route()],
        template_config=template_config(),
        openapi_config=None,
        logging_config=None,
        exception_handlers={HTTPException: tell_problem},
    )
    return guarded(app, Traffic(chosen))


def open_store(folder: Path) -> Store:
    return Store.open(str(folder / "games.sqlite"), synchronous="OFF")


async def add_game(
    store: Store, number: int, *, text: str = "turn around", comment: str = "", ended: bool = True
) -> str:
    """A short game that one person played with an agent."""
    game_id = f"{number:016x}"
    game = StoredGame(
        game_id=game_id,
        created=START + number,
        spec=RoomSpec(mode="agent", seed=42, treatment=SOLVABLE),
    )
    entries: list[JournalEntry] = [
        SeatTaken(0.0, "leader", Participant(kind="human", name=text[:40], id="5e6f")),
        SeatTaken(0.0, "follower", Participant(kind="agent", name="rule-based")),
        Instructed(3.5, text),
        Finished(4.0, "leader"),
        Stepped(5.0, "follower", "left"),
        Finished(6.0, "follower"),
    ]
    if ended:
        entries.append(GameEnded(65.0, GameEnd.LEADER_LEFT))
    if comment:
        entries.append(Commented(70.0, "leader", comment))
    await store.add_game(game)
    stored = [StoredEntry(n, START + number + n, entry) for n, entry in enumerate(entries)]
    await store.append(game_id, stored)
    return game_id
