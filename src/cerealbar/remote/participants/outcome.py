"""What a crowd met in a study, all together: for tables, programs, and whether all is well."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

import msgspec

from cerealbar.remote.participants.diary import Diary, RefusalMet


class SpanOutcome(msgspec.Struct, frozen=True):
    """How long something took, in seconds by the clock."""

    count: int
    median_seconds: float
    longest_seconds: float


class RefusalOutcome(msgspec.Struct, frozen=True):
    """One kind of refusal."""

    status: str
    reason: str
    step: str
    count: int
    is_provoked: bool
    is_passing: bool


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
    scores: tuple[int, ...]
    waits: SpanOutcome
    deeds: dict[str, int]
    """What people did that a good participant does not."""
    refusals: tuple[RefusalOutcome, ...]
    retried: int
    unanswered: tuple[str, ...]
    errors: tuple[str, ...]
    without_end: tuple[int, ...]
    """The numbers of those who neither came to an end nor dropped out."""
    kills: int = 0

    @property
    def wrongs(self) -> tuple[str, ...]:
        """Everything that a crowd of people should not have met, in sentences."""
        refused = [
            f"{each.count} refused at {each.step}: {each.reason} ({each.status})"
            for each in self.refusals
            if not (each.is_provoked or each.is_passing)
        ]
        ends = [f"person {number} came to no end" for number in self.without_end]
        unanswered = [f"never answered: {text}" for text in self.unanswered]
        return (*self.errors, *refused, *unanswered, *ends)


def outcome_of(
    diaries: Sequence[Diary],
    steps: Sequence[str],
    *,
    errors: Iterable[str] = (),
    kills: int = 0,
) -> CrowdOutcome:
    """What all diaries say, with what went wrong besides."""
    games = [game for diary in diaries for game in diary.games]
    codes = Counter(diary.code for diary in diaries if diary.code)
    return CrowdOutcome(
        participants=len(diaries),
        steps={step: _stays(diaries, step) for step in steps},
        ends=_counts(diary.end for diary in diaries if diary.end),
        codes=len(codes),
        games=_counts(game.end or "not ended" for game in games),
        scores=tuple(sorted(game.score for game in games if game.end == "no-turns")),
        waits=_span([game.waited_seconds for game in games if game.end != "tutorial-done"]),
        deeds=_counts(deed for diary in diaries for deed in diary.deeds),
        refusals=_refusals(each for diary in diaries for each in diary.refusals),
        retried=sum(diary.retried for diary in diaries),
        unanswered=tuple(text for diary in diaries for text in diary.unanswered),
        errors=(*(text for diary in diaries for text in diary.errors), *errors),
        without_end=tuple(diary.number for diary in diaries if diary.end is None),
        kills=kills,
    )


def _stays(diaries: Iterable[Diary], step: str) -> SpanOutcome:
    """How long each who was there stayed, all times together."""
    each = [[seconds for at, seconds in diary.stays if at == step] for diary in diaries]
    return _span([sum(stays) for stays in each if stays])


def _span(seconds: Sequence[float]) -> SpanOutcome:
    if not seconds:
        return SpanOutcome(0, 0.0, 0.0)
    return SpanOutcome(len(seconds), round(median(seconds), 2), round(max(seconds), 2))


def _counts(words: Iterable[str]) -> dict[str, int]:
    return dict(Counter(words).most_common())


def _refusals(met: Iterable[RefusalMet]) -> tuple[RefusalOutcome, ...]:
    return tuple(
        RefusalOutcome(
            each.status, each.reason, each.step, count, each.is_provoked, each.is_passing
        )
        for each, count in Counter(met).most_common()
    )
