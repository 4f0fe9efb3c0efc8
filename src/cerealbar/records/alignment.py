"""Which steps belong to which instruction: what the follower finished tells (paper, Section 2)."""

from dataclasses import dataclass

from cerealbar.records.events import Finished, GameRecord, Instructed, Stepped


@dataclass(frozen=True, slots=True)
class AlignedInstruction:
    """An instruction and what the follower did for it."""

    text: str
    sent_at: float
    finished_at: float | None
    """None if the follower never finished it."""
    steps: tuple[str, ...]
    """The follower's steps while it was the current instruction."""

    @property
    def is_finished(self) -> bool:
        """Whether the follower marked it as done."""
        return self.finished_at is not None


def align(record: GameRecord) -> tuple[AlignedInstruction, ...]:
    """The instructions of a game, in the order in which they were sent."""
    sent = [event for event in record.events if isinstance(event, Instructed)]
    steps: list[list[str]] = [[] for _ in sent]
    finished: list[float | None] = [None] * len(sent)
    current = 0
    for event in record.events:
        if isinstance(event, Stepped) and event.by == "follower":
            steps[current].append(event.action)
        elif isinstance(event, Finished) and event.by == "follower":
            finished[current] = event.at
            current += 1
    return tuple(
        AlignedInstruction(event.text, event.at, finished[i], tuple(steps[i]))
        for i, event in enumerate(sent)
    )
