"""Counts recorded games, one after the other, into their statistics."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from statistics import fmean, median

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import DISTANCES, Player, SignalKind, StateArray
from cerealbar.records.events import (
    Event,
    GameEnd,
    GameEnded,
    GameRecord,
    Participant,
    Signalled,
    Stepped,
    TurnEnd,
    TurnEnded,
)
from cerealbar.records.examples import find_cards
from cerealbar.records.life import InstructionLife, lives
from cerealbar.records.meaning import cards_as_meant
from cerealbar.records.replay import Replay, complete, replay
from cerealbar.records.splits import STORED_PARTS, Splits
from cerealbar.records.statistics import (
    ENDED,
    Counts,
    DatasetTable,
    Origin,
    PartSummary,
    Spread,
    Statistics,
    Success,
    Tally,
    VocabularySummary,
    WayShares,
)

Tokenize = Callable[[str], list[str]]
"""How a text is cut into lower-cased words, such as `cerealbar.language.tokenize`."""
Judge = Callable[[StateArray, str, Sequence[int]], Mapping[str, str]]
"""How hard an instruction is, given the state in which it begins, its text and the cells of the
cards that are meant: by what makes it hard, the name of a group, which begins with a number. Such
as `cerealbar.language.references.difficulty_groups`."""
_FREQUENT_WORDS = 40


def final_score(record: GameRecord) -> int:
    """The recorded score at the end of a game, or at the end of its recording."""
    if record.end is not None:
        return record.end.score
    scores = (event.score for event in reversed(record.events) if isinstance(event, Stepped))
    return next((score for score in scores if score is not None), 0)


def summarize_parts(splits: Splits, scores: Mapping[str, int]) -> tuple[PartSummary, ...]:
    """Train, development, test and validation in short, given the score of each game."""
    return tuple(
        PartSummary(name, len(games), fmean(scores[game] for game in games) if games else 0.0)
        for name in STORED_PARTS
        for games in [splits.part(name)]
    )


def summarize(
    records: Iterable[GameRecord],
    tokenize: Tokenize,
    judge: Judge | None = None,
    *,
    part: str = "all",
    interactions: int | None = None,
) -> Statistics:
    """The statistics of some games, which are read once and not kept.

    `part` names them, and `interactions` counts those of all parts, if these are not all.

    Raises:
        ReplayError: the rules refuse a game.
    """
    collector = _Collector(tokenize, judge)
    for record in records:
        collector.add(record)
    return collector.statistics(part, interactions)


class _Collector:
    """Counts game by game."""

    def __init__(self, tokenize: Tokenize, judge: Judge | None) -> None:
        self.tokenize = tokenize
        self.judge = judge
        self.success: defaultdict[str, dict[str, Counter[bool]]] = defaultdict(dict)
        self.seconds: list[float] = []
        self.tallies: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self.turn_ends: dict[str, Counter[str]] = {"leader": Counter(), "follower": Counter()}
        self.game_ends: Counter[str] = Counter()
        self.statuses: Counter[str] = Counter()
        self.signals: Counter[str] = Counter()
        self.synthetic = 0
        self.people: set[tuple[str, str]] = set()
        self.pairs: Counter[str] = Counter()
        self.ways: Counter[str] = Counter()
        self.words: Counter[str] = Counter()
        self.word_total = 0

    def add(self, record: GameRecord) -> None:
        played = replay(record)
        self.seconds.append(record.seconds)
        self.tallies["score"][int(played.states["score"][-1])] += 1
        self._add_origin(record)
        self._add_turns(complete(record, played).events)
        found = lives(played)
        self._add_instructions(found, played)
        if self.judge is not None:
            self._add_success(self.judge, found, played)

    def _add_origin(self, record: GameRecord) -> None:
        header = record.header
        self.synthetic += header.synthetic
        self.pairs[f"{_who(header.leader)} / {_who(header.follower)}"] += 1
        for people in record.people.values():
            self.people |= {(who.kind, who.id or who.name) for who in people}

    def _add_turns(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, Signalled):
                self.signals[event.kind] += 1
            elif isinstance(event, TurnEnded):
                self.turn_ends[event.by][event.how] += 1
            elif isinstance(event, GameEnded):
                self.game_ends[event.how] += 1

    def _add_instructions(self, found: Sequence[InstructionLife], played: Replay) -> None:
        finished = [instruction for instruction in found if instruction.is_finished]
        self.statuses.update(instruction.status for instruction in found)
        self.tallies["sent"][len(found)] += 1
        self.tallies["finished"][len(finished)] += 1
        for instruction in finished:
            words = self.tokenize(instruction.text)
            self.tallies["tokens"][len(words)] += 1
            self.tallies["actions"][instruction.steps] += 1
            cells = played.states["player_cell"][instruction.deeds, Player.FOLLOWER]
            self.ways["revisits"] += way_meets_itself(cells, 0)
            self.ways["touches_itself"] += way_meets_itself(cells, 1)
            self.words.update(words)
            self.word_total += len(words)

    def _add_success(self, judge: Judge, found: Sequence[InstructionLife], played: Replay) -> None:
        for life in found:
            if not life.is_finished or life.meant is None:
                continue
            first, last = int(life.deeds[0]), int(life.deeds[-1])
            start = played.states[first : first + 1]
            _, bits = find_cards(played.players, played.actions, played.states, first, last)
            cells = start["card_cell"][0, : start["cards"][0]].tolist()
            changed = {cell: int(bits) >> slot & 1 for slot, cell in enumerate(cells)}
            is_right = cards_as_meant(life.meant, changed)
            for cause, group in judge(start, life.text, life.meant.cards).items():
                self.success[cause].setdefault(group, Counter())[is_right] += 1

    def statistics(self, part: str, interactions: int | None) -> Statistics:
        score, sent, finished, tokens, actions = (
            _tally(self.tallies[name])
            for name in ("score", "sent", "finished", "tokens", "actions")
        )
        games = len(self.seconds)
        return Statistics(
            part=part,
            table=DatasetTable(
                seconds=_spread(self.seconds),
                score=score.spread,
                instructions=finished.spread,
                tokens=tokens.spread,
                actions=actions.spread,
                interactions=games if interactions is None else interactions,
                vocabulary=len(self.words),
                games=games,
                scoring_share=1 - score.histogram.get(0, 0) / games if games else 0.0,
            ),
            origin=Origin(
                synthetic_games=self.synthetic,
                participants=sum(bool(name) for _, name in self.people),
                pairs=_by_count(self.pairs),
            ),
            score=score,
            instructions_finished=finished,
            instructions_sent=sent,
            tokens=tokens,
            actions=actions,
            ways=WayShares(
                self.ways["revisits"] / max(1, actions.count),
                self.ways["touches_itself"] / max(1, actions.count),
            ),
            turn_ends={
                role: {how: ends[how] for how in TurnEnd} for role, ends in self.turn_ends.items()
            },
            game_ends={how: self.game_ends[how] for how in GameEnd},
            statuses={status: self.statuses[status] for status in ENDED},
            signals={kind: self.signals[kind] for kind in SignalKind},
            vocabulary=self._vocabulary(),
            difficulty={cause: _successes(groups) for cause, groups in self.success.items()},
        )

    def _vocabulary(self) -> VocabularySummary:
        return VocabularySummary(
            size=len(self.words),
            tokens=self.word_total,
            seen_once=sum(count == 1 for count in self.words.values()),
            frequent=tuple(_by_count(self.words).items())[:_FREQUENT_WORDS],
        )


def way_meets_itself(cells: NDArray[np.int16], distance: int) -> bool:
    """Whether a way comes within a distance of a cell that it left more than one move before."""
    way = [cell for cell, _ in groupby(cells.tolist())]
    between = DISTANCES[np.ix_(way, way)]
    return bool((np.triu(between <= distance, 2) > 0).any())


def _successes(groups: Mapping[str, Counter[bool]]) -> tuple[Success, ...]:
    """From the easiest group to the hardest, by the number that its name begins with."""
    ranked = sorted(groups.items(), key=lambda item: int(re.split(r"\D", item[0])[0]))
    return tuple(Success(group, counts.total(), counts[True]) for group, counts in ranked)


def _who(participant: Participant) -> str:
    """What kind of player, and for an agent which."""
    is_known = participant.kind == "agent" and participant.name
    return participant.name if is_known else participant.kind


def _spread(numbers: Sequence[float]) -> Spread:
    if not numbers:
        return Spread()
    return Spread(fmean(numbers), float(median(numbers)), float(max(numbers)))


def _tally(counts: Counter[int]) -> Tally:
    return Tally(_spread(sorted(counts.elements())), dict(sorted(counts.items())))


def _by_count(counts: Mapping[str, int]) -> Counts:
    """The most frequent first, those equally frequent by name."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
