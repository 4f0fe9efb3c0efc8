"""Statistics of recorded games, first of all those of the paper's dataset table (Appendix C).

Tokens, follower actions and the vocabulary are of finished instructions only: the paper's 23,979
instructions in 1,202 games are as many a game as its 19.9 finished ones. A follower action is a
step; finishing an instruction is none. What the rules compute (scores, ends of turns) is computed
anew, not taken as recorded.
"""

import msgspec

from cerealbar.game import Status

Counts = dict[str, int]
ENDED = (Status.FINISHED, Status.GIVEN_UP, Status.CANCELLED, Status.UNFINISHED)
"""What becomes of the instructions of a game that is over."""


class Spread(msgspec.Struct, frozen=True):
    """The mean, the median and the largest of some numbers; all 0 if there are none."""

    mean: float = 0.0
    median: float = 0.0
    max: float = 0.0


class Tally(msgspec.Struct, frozen=True):
    """How often each whole number occurs."""

    spread: Spread
    histogram: dict[int, int]
    """Number to how often, by rising number; without those that never occur."""

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return sum(self.histogram.values())

    @property
    def total(self) -> int:
        """Their sum."""
        return sum(number * count for number, count in self.histogram.items())


class DatasetTable(msgspec.Struct, frozen=True, kw_only=True):
    """The paper's dataset table (Appendix C), and three numbers of the text around it."""

    seconds: Spread
    """Total game time."""
    score: Spread
    instructions: Spread
    """Finished instructions a game."""
    tokens: Spread
    """Tokens a finished instruction."""
    actions: Spread
    """Follower steps a finished instruction."""
    interactions: int
    """Games in all parts."""
    vocabulary: int
    """Different tokens."""
    games: int
    """Games of which all other numbers are."""
    scoring_share: float
    """Share of the games with a score above 0."""


PAPER_TABLE = DatasetTable(
    seconds=Spread(16 * 60 + 28, 18 * 60 + 40, 31 * 60 + 31),
    score=Spread(7.9, 9.0, 19),
    instructions=Spread(19.9, 24.0, 40),
    tokens=Spread(14.0, 13.0, 55),
    actions=Spread(8.5, 8.0, 50),
    interactions=1_202,
    vocabulary=3_641,
    games=960,
    scoring_share=0.833,
)
"""The numbers of Suhr et al. 2019 for its games between people; of the training games but for
`interactions`."""


class VocabularySummary(msgspec.Struct, frozen=True, kw_only=True):
    """The tokens of the finished instructions."""

    size: int
    """Different tokens."""
    tokens: int
    """All tokens."""
    seen_once: int
    frequent: tuple[tuple[str, int], ...]
    """The most frequent tokens, each with its count."""


class Success(msgspec.Struct, frozen=True):
    """How many instructions of a group were carried out as meant."""

    group: str
    instructions: int
    as_meant: int
    """Just the cards that were meant were toggled."""

    @property
    def share(self) -> float:
        """The share of the group that was carried out as meant."""
        return self.as_meant / self.instructions


class WayShares(msgspec.Struct, frozen=True):
    """Which ways of finished instructions are more than the shortest, as shares of all."""

    revisits: float = 0.0
    """They come back to a cell that they had left."""
    touches_itself: float = 0.0
    """They come back to a cell, or beside one, that they had left."""


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Who played the games."""

    synthetic_games: int
    """Games in which no person took part."""
    participants: int
    """Different participants who have an id or a name."""
    pairs: Counts
    """Games by who led and who followed, agents by name, such as `human / rule-based`."""


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """What some recorded games hold."""

    part: str
    """Which games these are: `train`, ..., or `all`."""
    table: DatasetTable
    origin: Origin
    score: Tally
    instructions_finished: Tally
    instructions_sent: Tally
    tokens: Tally
    actions: Tally
    ways: WayShares
    turn_ends: dict[str, Counts]
    """By role: how its turns ended (`TurnEnd`)."""
    game_ends: Counts
    """How the games ended (`GameEnd`)."""
    statuses: Counts
    """What became of the instructions (`Status`)."""
    signals: Counts
    """What players told each other beside instructions (`SignalKind`)."""
    vocabulary: VocabularySummary
    difficulty: dict[str, tuple[Success, ...]]
    """By what makes instructions hard: success from the easiest to the hardest; of the finished
    ones of which it is recorded what was meant. Empty without a judge."""

    @property
    def games(self) -> int:
        """How many games these are."""
        return self.table.games


class PartSummary(msgspec.Struct, frozen=True):
    """A part of a corpus, in short."""

    name: str
    games: int
    mean_score: float
