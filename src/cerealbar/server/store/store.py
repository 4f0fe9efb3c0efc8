"""The store of games: a database that the server writes to and reads from without waiting."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from cerealbar.records import GameRecord
from cerealbar.server.store import ledgers, sessions
from cerealbar.server.store.database import Database
from cerealbar.server.store.entries import StoredEntry, StoredError, StoredGame
from cerealbar.server.store.errors import LeaseLostError, StoreError
from cerealbar.server.store.file import HeldFile
from cerealbar.server.store.leases import LEASE_SECONDS, Elsewhere, LeasedGame, Leases
from cerealbar.server.store.ledgers import Ledger, StoredParticipant
from cerealbar.server.store.migrating import migrate
from cerealbar.server.store.news import CHANNEL, Hear, listen
from cerealbar.server.store.reader import Reader, WholeGame
from cerealbar.server.store.rows import (
    Lease,
    Rows,
    rows_of_entries,
    rows_of_error,
    rows_of_game,
    rows_of_work,
)
from cerealbar.server.store.sole import SoleOwner
from cerealbar.server.store.summary import GameList
from cerealbar.server.store.writer import StoreWriter
from cerealbar.studies.entries import LedgerEntry

FIRST_FENCE = 1


class Store:
    """All games of a server. What an awaited method wrote is durable when it returns.

    Only awaited methods may be called from an event loop; the others block.
    """

    secret: bytes
    """32 random bytes, made once for each database."""

    def __init__(
        self,
        reader: Reader,
        writer: StoreWriter,
        owner: Leases | SoleOwner,
        file: HeldFile | None = None,
    ) -> None:
        self._reader, self._writer, self._owner, self._file = reader, writer, owner, file
        self._probing: asyncio.Task[None] | None = None
        self._matching = asyncio.Lock()
        self.secret = reader.secret()
        self.when_lost: Callable[[str], None] = lambda _: None
        """Is called with a game that another process has taken over."""

    @classmethod
    def open(
        cls,
        url: str,
        *,
        synchronous: str = "FULL",
        process: str = "",
        lease_seconds: float = LEASE_SECONDS,
    ) -> "Store":
        """The store at `sqlite:///FILE`, `postgresql://...`, or in a file; made if it is new.

        On PostgreSQL it belongs to one process of several, of which each may have a name.

        Raises:
            HeldError: another server uses the file, or the name.
            StoreError: it cannot be used; the message says why.
        """
        database = Database.at(url)
        database.make_file()
        file = HeldFile(database.file) if database.file is not None else None
        engine = database.engine(writes=True, connections=1, synchronous=synchronous)
        reader = Reader(database)
        owner: Leases | SoleOwner = SoleOwner(reader)
        if file is None:
            several = database.engine(writes=True, connections=4)
            owner = Leases(several, process, lease_seconds)
        try:
            migrate(database, engine)
            owner.join(time.time())
        except StoreError:
            for opened in (engine.dispose, reader.close, owner.close):
                opened()
            if file is not None:
                file.release()
            raise
        return cls(reader, StoreWriter(engine, file), owner, file)

    async def close(self) -> None:
        """Store what waits to be stored, and give up the database."""
        await asyncio.to_thread(self._writer.close)
        with contextlib.suppress(StoreError):  # then the others find out by themselves
            await asyncio.to_thread(self._owner.leave)
        await asyncio.to_thread(self._owner.close)
        await asyncio.to_thread(self._reader.close)
        if self._file is not None:
            self._file.release()

    # Writing; all of it raises StoreError if nothing could be stored.

    async def add_game(
        self, game: StoredGame, entries: Sequence[StoredEntry] = (), seeking: str | None = None
    ) -> None:
        """Store how a game of this process begins, with its first entries: all of it or nothing.

        `seeking` is whom other processes may send there.
        """
        rows = Rows.joined([rows_of_game(game), rows_of_entries(game.game_id, entries)])
        if self.process_id:
            lease = Lease(game.game_id, self.process_id, FIRST_FENCE)
            rows.games[0] |= {"owner": lease.owner, "fence": lease.fence, "seeking": seeking}
            rows.leases.append(lease)
        await self._writer.write(rows)
        self._owner.added(game.game_id, FIRST_FENCE)

    async def append(self, game_id: str, entries: Sequence[StoredEntry]) -> None:
        """Store what happened next in a game: all of it or nothing.

        Raises:
            LeaseLostError: the game is not, or no longer, this process's.
        """
        if not entries:
            return
        rows = rows_of_entries(game_id, entries)
        lease = self._owner.of(game_id)
        if lease is not None:
            rows.leases.append(lease)
        elif self.process_id:
            raise LeaseLostError(f"cannot store {rows}: the game is not this process's")
        try:
            await self._writer.write(rows)
        except LeaseLostError:
            self._owner.lose(game_id)
            self.when_lost(game_id)
            raise

    async def beat(self, wall: float, floor: str | None = None) -> None:
        """Store that the server is alive now, and what goes on in it."""
        beat = partial(self._owner.beat, wall=wall, floor=floor)
        await self._writer.write(rows_of_work(beat))

    async def add_error(self, wall: float, where: str, text: str) -> None:
        """Store that something went wrong."""
        await self._writer.write(rows_of_error(StoredError(wall, where, text)))

    async def open_session(self, digest: str, ends: float, now: float, most: int) -> None:
        """Keep an admin's session until it ends; the oldest ends at once if there are too many."""
        await self._writer.write(rows_of_work(partial(sessions.put, digest, ends, now, most)))

    async def close_session(self, digest: str) -> None:
        """End an admin's session."""
        await self._writer.write(rows_of_work(partial(sessions.drop, digest)))

    async def session_ends(self, digest: str) -> float | None:
        """When an admin's session ends; None if there is none."""
        return await asyncio.to_thread(self._reader.session_ends, digest)

    async def probe(self, wall: float) -> None:
        """Store that the server is alive now, to see that something can be stored.

        Whoever asks while another probe is under way shares its outcome.

        Raises:
            UnavailableError: there is next to no room for what comes next.
        """
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self._probe(wall))
        await asyncio.shield(self._probing)

    async def _probe(self, wall: float) -> None:
        if self._file is not None:
            await asyncio.to_thread(self._file.check_space)
        await self.beat(wall)

    # Studies

    async def add_participant(self, someone: StoredParticipant, first: LedgerEntry) -> None:
        """Store that someone takes part in a study; only once for each person.

        Raises:
            StoreError: it could not be stored, or the person takes part already.
        """
        await self._writer.write(rows_of_work(partial(ledgers.add, someone, first)))

    async def append_ledger(self, participant_id: str, lines: Sequence[LedgerEntry]) -> None:
        """Store what a participant did next: all of it or nothing.

        Raises:
            StoreError: it could not be stored, or something else was stored in its place.
        """
        if lines:
            await self._writer.write(rows_of_work(partial(ledgers.append, participant_id, lines)))

    async def forget_participant(self, participant_id: str) -> None:
        """Delete a participant and all that it did, but for its games, which name nobody."""
        await self._writer.write(rows_of_work(partial(ledgers.forget, participant_id)))

    async def find_participant(self, study: str, person: str) -> StoredParticipant | None:
        """Who a person is in a study."""
        return await asyncio.to_thread(self._reader.find_participant, study, person)

    async def participant(self, participant_id: str) -> tuple[StoredParticipant, Ledger] | None:
        """A participant with its ledger."""
        return await asyncio.to_thread(self._reader.participant, participant_id)

    async def participants(self, study: str) -> list[tuple[StoredParticipant, Ledger]]:
        """Everyone in a study with their ledgers, the first who came first."""
        return await asyncio.to_thread(self._reader.participants, study)

    async def ledger_lengths(self, study: str) -> list[tuple[StoredParticipant, int]]:
        """Everyone in a study with the number of their entries, the first who came first."""
        return await asyncio.to_thread(self._reader.ledger_lengths, study)

    async def ledgers(self, participant_ids: Sequence[str]) -> dict[str, Ledger]:
        """The ledgers of some participants."""
        return await asyncio.to_thread(self._reader.ledgers, participant_ids)

    async def study_ledger(self, study: str) -> Ledger:
        """What was decided for everyone in a study."""
        return await asyncio.to_thread(self._reader.study_ledger, study)

    async def of_person(self, person: str) -> list[tuple[StoredParticipant, Ledger]]:
        """What a person did in all studies."""
        return await asyncio.to_thread(self._reader.of_person, person)

    # Owning; on SQLite every game is this process's.

    @property
    def process_id(self) -> str:
        """Of this process among several; empty if it is the only one."""
        return self._owner.process_id

    @property
    def lease_seconds(self) -> float:
        """After how long a silence the others take a process for dead."""
        return self._owner.seconds

    async def join(self, wall: float) -> None:
        """Begin to live: from now on the beats of this process must not stop."""
        await asyncio.to_thread(self._owner.join, wall)

    async def claim(self, game_id: str) -> LeasedGame | Elsewhere | None:
        """Make a game ours if no living process owns it; None if there is no such game."""
        return await asyncio.to_thread(self._owner.claim, game_id)

    async def claim_abandoned(self, most: int = 1_000_000) -> list[LeasedGame]:
        """Make running games ours that no living process owns, the oldest first."""
        return await asyncio.to_thread(self._owner.claim_abandoned, most)

    async def find_lost(self) -> list[str]:
        """The games that others have taken over since; they are not ours any more."""
        return await asyncio.to_thread(self._owner.find_lost)

    async def release(self, game_ids: Sequence[str]) -> None:
        """Let other processes have games of ours."""
        await asyncio.to_thread(self._owner.release, game_ids)

    async def floors(self) -> list[str]:
        """What goes on in the other processes, as each says with its beats."""
        return await asyncio.to_thread(self._owner.floors)

    async def seeking(self) -> list[tuple[str, str, str]]:
        """Games in which someone waits, the oldest first: id, owner and whom they seek."""
        return await asyncio.to_thread(self._owner.seeking)

    async def tell_seeking(self, sought: dict[str, str | None]) -> bool:
        """Say whom people in games of ours wait for; whether that was not known."""
        return await asyncio.to_thread(self._owner.tell_seeking, sought)

    @asynccontextmanager
    async def matching(self) -> AsyncIterator[None]:
        """Within, nobody else matches people, in no process.

        Raises:
            UnavailableError: others take too long.
        """
        async with self._matching:
            lock = await asyncio.to_thread(self._owner.lock_matching)
            try:
                yield
            finally:
                if lock is not None:
                    with contextlib.suppress(SQLAlchemyError):  # the lock ended with the session
                        await asyncio.to_thread(lock.close)

    async def tell(self, news: str) -> None:
        """Let all processes hear something at once, this one too."""
        await asyncio.to_thread(self._owner.tell, CHANNEL, news)

    async def listen(self, hear: Hear) -> None:
        """Hear what processes tell, until cancelled."""
        if self.process_id:
            await listen(self._reader.url, hear, self._note_session)

    def _note_session(self, session: int) -> None:
        self._owner.session = session

    # Reading, without blocking.

    async def game(self, game_id: str) -> WholeGame | None:
        """A game with its entries."""
        return await asyncio.to_thread(self._reader.game, game_id)

    async def record(self, game_id: str) -> GameRecord:
        """A game as a record, without the names that people gave themselves."""
        return await asyncio.to_thread(self._reader.record, game_id)

    async def games(self, *, limit: int, before: float | None = None) -> GameList:
        """The newest games first; with `before`, those that were created before that moment."""
        return await asyncio.to_thread(self._reader.summaries, limit, before)

    async def errors(self, limit: int) -> list[StoredError]:
        """What went wrong, newest first."""
        return await asyncio.to_thread(self._reader.errors, limit)
