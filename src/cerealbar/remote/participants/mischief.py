"""What a good participant does not do, and whether the study bears it as it should."""

import random
from dataclasses import dataclass

from cerealbar.remote.errors import RequestError
from cerealbar.remote.participants.desk import MOVED_ON, StudyDesk
from cerealbar.remote.participants.diary import Diary
from cerealbar.remote.participants.entering import Arrival
from cerealbar.remote.participants.seat_play import SeatPlan
from cerealbar.remote.participants.temper import Temper
from cerealbar.wire.visits import AnswerStep, GoOn, PlayShown, VisitShown

_MOST_ACTIONS = 25
"""Within which somebody leaves, drops out of or loads a game again."""
_OFTEN = 1.5
"""At how many steps of a visit somebody would like to do each thing, which is done once."""


@dataclass(slots=True)
class Mischief:
    """What one person has in mind to do once."""

    temper: Temper
    desk: StudyDesk
    diary: Diary
    rng: random.Random
    reloads: bool = False
    opens_window: bool = False
    goes_back: bool = False
    reloads_game: bool = False
    leaves_game: bool = False

    def __post_init__(self) -> None:
        """Mean to do all that is in this person's temper."""
        self.reloads, self.opens_window = self.temper.reloads, self.temper.opens_window
        self.goes_back, self.leaves_game = self.temper.goes_back, self.temper.leaves_game
        self.reloads_game = self.temper.reloads_game

    def at(self, stage: VisitShown, before: VisitShown | None, arrival: Arrival, token: str) -> str:
        """Do some of it at a step; the token with which the visit goes on."""
        if self.reloads and self._feels_like_it(stage):
            self.reloads = False
            self._reload(stage, token)
        is_behind = before is not None and _place(before) != _place(stage)
        if self.goes_back and before is not None and is_behind and self._feels_like_it(stage):
            self.goes_back = False
            self._go_back(before, token)
        if self.opens_window and self._feels_like_it(stage):
            self.opens_window = False
            return self._open_window(stage, arrival, token)
        return token

    def is_leaving(self, stage: VisitShown) -> bool:
        """Whether the person drops out at a step."""
        share = self.temper.drops_out
        return share is not None and stage.number >= int(share * stage.of)

    def seat_plan(self, stage: VisitShown, shown: PlayShown) -> SeatPlan:
        """What the person means to do at a seat."""
        rng, wait = self.rng, shown.wait_seconds
        stops = rng.random() * wait if wait and self.temper.stops_waiting else None
        drops = rng.randint(1, _MOST_ACTIONS) if self.is_leaving(stage) else None
        leaves = rng.randint(2, _MOST_ACTIONS) if self.leaves_game else None
        reloads = rng.randint(2, _MOST_ACTIONS) if self.reloads_game else None
        self.reloads_game = False
        if not shown.is_tutorial:
            self.leaves_game = False
        return SeatPlan(
            wait_seconds=wait,
            stops_waiting_after=stops,
            drops_out_after=drops,
            leaves_after=None if shown.is_tutorial else leaves,
            reloads_after=reloads,
        )

    def _feels_like_it(self, stage: VisitShown) -> bool:
        return self.rng.random() < _OFTEN / stage.of

    def _reload(self, stage: VisitShown, token: str) -> None:
        """Load the page again, which shows the same step."""
        self.diary.do("reloaded the page")
        self._check_same(stage, self.desk.visit(token), "loading the page again")

    def _go_back(self, before: VisitShown, token: str) -> None:
        """Answer the step before once more, which is refused."""
        self.diary.do("answered an old step")
        wish = AnswerStep(token=token, step=before.step, round=before.round, reply=GoOn())
        retried = self.diary.retried
        try:
            self.desk.answer(wish)
        except RequestError as refusal:
            self._refused(refusal)
        else:
            if self.diary.retried == retried:  # else the page bears the refusal
                self.diary.complain(f"the step {before.step!r} could be answered twice")

    def _open_window(self, stage: VisitShown, arrival: Arrival, token: str) -> str:
        """Come by the same link in another window, where the visit goes on; here it does not."""
        self.diary.do("opened a second window")
        newest = self.desk.enter(arrival.wish()).token
        self._check_same(stage, self.desk.visit(newest), "a second window")
        try:
            self.desk.visit(token)
        except RequestError as refusal:
            self._refused(refusal)
        else:
            self.diary.complain("the visit goes on in two windows")
        return newest

    def _refused(self, refusal: RequestError) -> None:
        is_provoked = refusal.status == MOVED_ON
        self.diary.refuse(refusal.status, refusal.reason, is_provoked=is_provoked)

    def _check_same(self, stage: VisitShown, after: VisitShown, deed: str) -> None:
        if _place(after) != _place(stage):
            self.diary.complain(f"{deed} leads to {after.step!r} (round {after.round})")


def _place(stage: VisitShown) -> tuple[str, int]:
    """What an answer must name."""
    return stage.step, stage.round
