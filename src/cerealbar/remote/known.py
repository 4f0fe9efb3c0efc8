"""What a seat knows of its game: all that it was told so far."""

import math
import time
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import CELLS, Player, SignalKind, blank_states
from cerealbar.views import Plan, Sight, seen_cells
from cerealbar.wire.messages import (
    RoomShown,
    RulesShown,
    SightShown,
    TutorialShown,
    Update,
    Welcome,
)
from cerealbar.wire.scene import CardShown, Happening, InstructionShown, PoseShown, Situation
from cerealbar.wire.words import UNSEEN, ActionWord, SeatWord


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What a seat knows at a moment; never changes, so it can be kept."""

    seat: SeatWord
    game_id: str
    rules: RulesShown
    sight: SightShown
    tiles: NDArray[np.uint8]
    """(625,): tile codes, `UNSEEN` where this seat has never looked; read only."""
    situation: Situation
    room: RoomShown
    heard_at: float
    """When the situation came, by `time.monotonic`."""
    plan: Plan | None = None
    """What the follower means to do, if it says so; for leaders and watchers."""
    tutorial: TutorialShown | None = None
    """What is to be done, in a tutorial."""
    happenings: tuple[Happening, ...] = ()
    """What came of this seat's last action, and what happened since; for watchers, and after each
    step of `updates`, only what is new."""

    @classmethod
    def at_welcome(cls, welcome: Welcome, before: "Known | None" = None) -> "Known":
        """What a seat knows on joining; of `before` it remembers the tiles, which never change."""
        tiles = np.array(welcome.tiles, np.uint8)
        if before is not None:
            tiles = np.where(tiles == UNSEEN, before.tiles, tiles)
        tiles.flags.writeable = False
        return cls(
            seat=welcome.seat,
            game_id=welcome.game_id,
            rules=welcome.rules,
            sight=welcome.sight,
            tiles=tiles,
            situation=welcome.situation,
            room=welcome.room,
            heard_at=time.monotonic(),
            plan=welcome.plan,
            tutorial=welcome.tutorial,
        )

    def after(self, update: Update) -> "Known":
        """What the seat knows after an update."""
        tiles = self.tiles
        if update.tiles:
            cells, codes = np.array(update.tiles).T
            tiles = tiles.copy()
            tiles[cells] = codes
            tiles.flags.writeable = False
        before = self.happenings if self.seat != "watcher" else ()
        return replace(
            self,
            tiles=tiles,
            situation=update.situation,
            heard_at=time.monotonic(),
            happenings=before + update.happenings,
        )

    @property
    def seen(self) -> NDArray[np.bool_]:
        """(625,): the cells in view now; all of them unless the seat is the follower's."""
        if self.seat != "follower":
            return np.ones(CELLS, np.bool_)
        states = blank_states(1)
        states["player_cell"][0, Player.FOLLOWER] = self.situation.follower.cell
        states["player_heading"][0, Player.FOLLOWER] = self.situation.follower.heading
        seen: NDArray[np.bool_] = seen_cells(states, Player.FOLLOWER, self.eyes)[0]
        return seen

    @property
    def eyes(self) -> Sight:
        """How the follower sees, as models know it."""
        limit = self.sight.range_cells
        return Sight(
            degrees=self.sight.degrees,
            range_cells=math.inf if limit is None else limit,
            sees_beside=self.sight.sees_beside,
        )

    @property
    def pose(self) -> PoseShown:
        """Where this seat's player stands and looks; for watchers the leader."""
        if self.seat == "follower":
            return self.situation.follower
        assert self.situation.leader is not None, "only the follower may lose sight of the leader"
        return self.situation.leader

    @property
    def cards(self) -> tuple[CardShown, ...]:
        """The cards in view."""
        return self.situation.cards

    @property
    def legal(self) -> tuple[ActionWord, ...]:
        """What this seat can do now, besides instructing."""
        return self.situation.legal

    @property
    def can_act(self) -> bool:
        """Whether the game waits for this seat."""
        return bool(self.situation.legal) or self.situation.can_instruct

    @property
    def can_cancel(self) -> bool:
        """Whether this seat may withdraw the instructions that wait."""
        return self.situation.can_cancel

    @property
    def signals(self) -> tuple[SignalKind, ...]:
        """What this seat may tell the other now."""
        return self.situation.signals

    @property
    def instructions(self) -> tuple[InstructionShown, ...]:
        """All that this seat may read, oldest first."""
        return self.situation.instructions

    @property
    def instruction(self) -> str | None:
        """The text that the follower is to carry out now."""
        return next((told.text for told in self.instructions if told.status == "current"), None)

    @property
    def score(self) -> int:
        """Sets made."""
        return self.situation.score

    @property
    def seconds_left(self) -> float:
        """Of this turn, by this machine's clock."""
        passed = time.monotonic() - self.heard_at if self.situation.is_clock_running else 0.0
        return max(0.0, self.situation.seconds_left - passed)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.room.status == "over"
