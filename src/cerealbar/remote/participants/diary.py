"""What simulated people tell of a visit, and what a crowd met all together."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from cerealbar.wire.visits import EndWord
from cerealbar.wire.words import GameEndWord

VisitEnd: TypeAlias = EndWord | Literal["dropped-out", "not-admitted"]
"""How a visit ended: as the study says, by going away, or before it began."""
RefusalKind: TypeAlias = Literal["wrong", "provoked", "passing"]
"""Whether it should not have been, the person had to be refused, or pages try again."""


class RefusalMet(NamedTuple):
    """Something that a server refused."""

    step: str
    status: str
    """HTTP's, or the socket's word."""
    reason: str
    kind: RefusalKind

    def __str__(self) -> str:
        return f"at {self.step}: {self.reason} ({self.status})"


@dataclass(slots=True)
class Diary:
    """All that one person remembers."""

    number: int
    now: Callable[[], float] = time.monotonic
    stays: list[tuple[str, float]] = field(default_factory=list)
    """The steps in order, each with the seconds spent at it; one may come again."""
    games: list[GameEndWord | None] = field(default_factory=list)
    """How each ended, tutorials too; None for those that the person left before."""
    refusals: list[RefusalMet] = field(default_factory=list)
    retried: int = 0
    """Requests that were asked again."""
    errors: list[str] = field(default_factory=list)
    """What should not have been so."""
    end: VisitEnd | None = None
    code: str = ""
    step: str = "entering"
    """Where it is."""
    _since: float | None = None

    def reach(self, step: str) -> None:
        """Note the step at which the person is now."""
        if step != self.step or self._since is None:
            self.leave()
            self.step, self._since = step, self.now()

    def leave(self) -> None:
        """Note that the person is done with its step, or goes away."""
        if self._since is not None:
            self.stays.append((self.step, self.now() - self._since))
        self._since = None

    def refuse(self, status: object, reason: str, kind: RefusalKind = "wrong") -> None:
        """Note that something was refused."""
        self.refusals.append(RefusalMet(self.step, str(status), reason, kind))

    def complain(self, text: str) -> None:
        """Note something that should not have been so."""
        self.errors.append(f"person {self.number} at {self.step}: {text}")


class SpanOutcome(msgspec.Struct, frozen=True):
    """How long something took, in seconds by the clock."""

    count: int
    median_seconds: float
    longest_seconds: float


class CrowdOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """All that a crowd tells."""

    participants: int
    steps: dict[str, SpanOutcome]
    """Who reached each step, and how long they stayed, in the order of the study."""
    ends: dict[str, int]
    codes: int
    """Different ones that were given out."""
    games: dict[str, int]
    """How games and tutorials ended, for each who played them."""
    refusals: dict[str, int]
    """What was refused, each with its kind."""
    retried: int
    wrongs: tuple[str, ...]
    """Everything that a crowd of people should not have met, in sentences."""
    kills: int


def outcome_of(
    diaries: Sequence[Diary], steps: Sequence[str], *, errors: Iterable[str] = (), kills: int = 0
) -> CrowdOutcome:
    """What all diaries say, with what went wrong besides."""
    refusals = Counter(each for diary in diaries for each in diary.refusals)
    wrongs = [text for diary in diaries for text in diary.errors] + [*errors]
    wrongs += [f"{count} refused {met}" for met, count in refusals.items() if met.kind == "wrong"]
    wrongs += [f"person {diary.number} came to no end" for diary in diaries if diary.end is None]
    return CrowdOutcome(
        participants=len(diaries),
        steps={step: _stays(diaries, step) for step in steps},
        ends=_counts(diary.end for diary in diaries if diary.end),
        codes=len({diary.code for diary in diaries if diary.code}),
        games=_counts(end or "not ended" for diary in diaries for end in diary.games),
        refusals={f"{met.kind} {met}": count for met, count in refusals.most_common()},
        retried=sum(diary.retried for diary in diaries),
        wrongs=tuple(wrongs),
        kills=kills,
    )


def _stays(diaries: Iterable[Diary], step: str) -> SpanOutcome:
    """How long each who was there stayed, all times together."""
    each = [[seconds for at, seconds in diary.stays if at == step] for diary in diaries]
    sums = [sum(stays) for stays in each if stays] or [0.0]
    return SpanOutcome(sum(map(bool, each)), round(median(sums), 2), round(max(sums), 2))


def _counts(words: Iterable[str]) -> dict[str, int]:
    return dict(Counter(words).most_common())
