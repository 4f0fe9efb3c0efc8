"""Whole games between any leader and any follower, many side by side.

Every turn of the loop each game takes one action: all leaders to act are asked in one batch, all
followers in another, and the rules are applied to all games at once.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice

import numpy as np

from cerealbar import __version__
from cerealbar.agents.pace import HUMAN_PACE, Pace, Stopwatch
from cerealbar.agents.protocol import Choice, Follower, FollowTask, Leader, LeadTask
from cerealbar.game import (
    MAX_SEED,
    PAPER,
    UNLIMITED,
    Action,
    CerealBarError,
    Player,
    Refusal,
    Rules,
    StateArray,
    check_instruction,
    draw_states,
    new_states,
    step_many,
)
from cerealbar.language.intention import Intention
from cerealbar.records import (
    Deed,
    Finished,
    GameEnd,
    GameEnded,
    GameRecord,
    Header,
    Instructed,
    Participant,
    RecordedRules,
    Stepped,
    TimedOut,
    complete,
)
from cerealbar.records.events import PLAYER_WORDS, STEP_WORDS

_SIDE_BY_SIDE = 64
# The members of Outcome as plain numbers, for speed.
_BUMPED, _FINISHED, _TURN_ENDED, _SKIPPED = 2, 16, 64, 128


class PlayerError(CerealBarError, ValueError):
    """A player chose what it cannot do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What ends a game that its players never would."""

    choices_per_turn: int = 80
    """Then the turn times out, so that bumping and instructing, which are free, come to an end."""
    steps_per_instruction: int | None = None
    """Then the follower is taken to be done."""
    half_turns: int = 500
    """Then a game of unlimited turns is abandoned."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played to its end."""

    header: Header
    deeds: tuple[Deed, ...]
    end: GameEnded
    texts: tuple[str, ...]
    intentions: tuple[Intention | None, ...]
    """What each instruction means, where its leader could tell."""
    finished: int
    """How many instructions the follower was done with."""

    @property
    def score(self) -> int:
        """Sets made."""
        return self.end.score

    def record(self) -> GameRecord:
        """The game as it is recorded."""
        return complete(GameRecord(self.header, (*self.deeds, self.end)))


@dataclass(slots=True)
class _Play:
    """A game that is being played."""

    game: int
    header: Header
    rules: Rules
    states: StateArray
    watch: Stopwatch
    limits: Limits
    deeds: list[Deed] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    intentions: list[Intention | None] = field(default_factory=list)
    past: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    steps_taken: int = 0
    choices: int = 0
    half_turns: int = 0
    action: Action = Action.DONE
    """What is done next."""
    text: str = ""
    intention: Intention | None = None

    def lead_task(self) -> LeadTask:
        return LeadTask(self.game, self.states, self.waiting, self.past)

    def follow_task(self) -> FollowTask:
        number = len(self.past)
        return FollowTask(
            self.game,
            self.states,
            self.texts[number],
            number,
            self.steps_taken,
            self.past,
            self.intentions[number],
        )

    def instruct(self, choice: Choice) -> int:
        """The leader's action that comes of a choice."""
        if choice.action is not Action.INSTRUCT:
            return self.act(Player.LEADER, choice.action)
        self.text, self.intention = check_instruction(choice.text), choice.intention
        return self.act(Player.LEADER, choice.action, self.text)

    def act(self, player: Player, action: Action, text: str = "") -> int:
        """The action that is taken: the chosen one, or what the clock or a limit makes of it."""
        self.choices += 1
        limit = self.limits.steps_per_instruction
        if limit is not None and player and self.steps_taken >= limit:
            action = Action.DONE
        in_time = self.watch.pass_time(player, action, text, self.rules.seconds(player))
        if not in_time or self.choices > self.limits.choices_per_turn:
            action = Action.TIME_OUT
        self.action = action
        return action

    def note(self, player: Player, outcome: int) -> None:
        """Record what came of the chosen action."""
        at, action = self.watch.at, self.action
        if outcome & _BUMPED:
            return
        if action is Action.INSTRUCT:
            self.deeds.append(Instructed(at, self.text))
            self.texts.append(self.text)
            self.intentions.append(self.intention)
            self.waiting += (self.text,)
        elif action is Action.DONE:
            self.deeds.append(Finished(at, PLAYER_WORDS[player]))
        elif action is Action.TIME_OUT:
            self.deeds.append(TimedOut(at, PLAYER_WORDS[player]))
        else:
            self.deeds.append(Stepped(at, PLAYER_WORDS[player], STEP_WORDS[action]))
            self.steps_taken += player
        if outcome & _FINISHED:
            self.past += (self.waiting[0],)
            self.waiting = self.waiting[1:]
            self.steps_taken = 0
            if self.waiting:
                self.watch.show(self.waiting[0])
        if outcome & _TURN_ENDED:
            self.choices = 0
            self.half_turns += 2 if outcome & _SKIPPED else 1
            self.watch.begin_turn()
            if player is Player.LEADER and self.waiting:
                self.watch.show(self.waiting[0])

    def is_over(self, half_turns_left: int) -> bool:
        """Whether the game has ended, by the rules or by the limit."""
        is_endless = half_turns_left == UNLIMITED and self.half_turns >= self.limits.half_turns
        return half_turns_left == 0 or is_endless

    def played(self) -> PlayedGame:
        """The game when it is over."""
        over = self.states["half_turns_left"][0] == 0
        how = GameEnd.NO_TURNS if over else GameEnd.ABANDONED
        return PlayedGame(
            self.header,
            tuple(self.deeds),
            GameEnded(self.watch.at, how, int(self.states["score"][0])),
            tuple(self.texts),
            tuple(self.intentions),
            len(self.past),
        )


class Simulation:
    """A leader and a follower at a number of boards."""

    def __init__(
        self,
        leader: Leader,
        follower: Follower,
        rules: Rules = PAPER,
        *,
        seed: int = 0,
        pace: Pace | None = None,
        limits: Limits | None = None,
        side_by_side: int = _SIDE_BY_SIDE,
    ) -> None:
        self.leader, self.follower = leader, follower
        self.rules = rules
        self.seed = seed
        self.pace = pace
        self.limits = limits or Limits()
        self.side_by_side = side_by_side

    def play(self, seeds: Iterable[int]) -> Iterator[PlayedGame]:
        """A game on the map of each seed, in that order.

        Raises:
            MapError: a seed has no map.
            PlayerError: a player chose what it cannot do.
        """
        coming = enumerate(seeds)
        first = list(islice(coming, self.side_by_side))
        states = new_states([seed for _, seed in first], self.rules)
        plays: list[_Play | None] = [
            self._begin(game, seed, states[i : i + 1]) for i, (game, seed) in enumerate(first)
        ]
        over: dict[int, PlayedGame] = {}
        wanted = 0
        while any(plays):
            self._advance(states, plays)
            left = states["half_turns_left"].tolist()
            for i, play in enumerate(plays):
                if play is None or not play.is_over(left[i]):
                    continue
                over[play.game] = play.played()
                self.leader.forget(play.game)
                self.follower.forget(play.game)
                plays[i] = None
                for game, seed in islice(coming, 1):
                    states[i : i + 1] = new_states([seed], self.rules)
                    plays[i] = self._begin(game, seed, states[i : i + 1])
            while wanted in over:
                yield over.pop(wanted)
                wanted += 1

    def _begin(self, game: int, seed: int, states: StateArray) -> _Play:
        key = f"{self.leader.name} {self.follower.name} {self.seed} {game} {seed}"
        header = Header(
            package=__version__,
            game_id=blake2b(key.encode(), digest_size=16).hexdigest(),
            seed=seed,
            synthetic=True,
            leader=Participant(kind=self.leader.name),
            follower=Participant(kind=self.follower.name),
            rules=RecordedRules.from_rules(self.rules),
        )
        watch = Stopwatch(self.pace, random.Random(f"pace {key}"))
        return _Play(game, header, self.rules, states, watch, self.limits)

    def _advance(self, states: StateArray, plays: Sequence[_Play | None]) -> None:
        """One action in every game."""
        turns = states["turn"].tolist()
        seated = [(i, play) for i, play in enumerate(plays) if play is not None]
        leading = [(i, play) for i, play in seated if turns[i] == Player.LEADER]
        following = [(i, play) for i, play in seated if turns[i] == Player.FOLLOWER]
        actions = np.zeros(len(states), np.uint8)
        if leading:
            choices = self.leader.lead([play.lead_task() for _, play in leading])
            for (i, play), choice in zip(leading, choices, strict=True):
                actions[i] = play.instruct(choice)
        if following:
            steps = self.follower.follow([play.follow_task() for _, play in following])
            for (i, play), step in zip(following, steps, strict=True):
                actions[i] = play.act(Player.FOLLOWER, step)
        outcomes = step_many(states, actions).tolist()
        for player, seats in ((Player.LEADER, leading), (Player.FOLLOWER, following)):
            for i, play in seats:
                if outcomes[i] < 0:
                    raise self._refusal(player, play, outcomes[i])
                play.note(player, outcomes[i])

    def _refusal(self, player: Player, play: _Play, outcome: int) -> PlayerError:
        name = (self.leader, self.follower)[player].name
        reason = Refusal(outcome).name.lower().replace("_", " ")
        return PlayerError(
            f"{player.word} {name!r} cannot {play.action.word} in game {play.game}: {reason}"
        )


def play_games(
    leader: Leader,
    follower: Follower,
    seeds: Iterable[int],
    rules: Rules = PAPER,
    *,
    seed: int = 0,
    pace: Pace | None = HUMAN_PACE,
    limits: Limits | None = None,
    side_by_side: int = _SIDE_BY_SIDE,
) -> Iterator[GameRecord]:
    """Recorded games, one on the map of each seed; `seed` decides how long things take.

    `Simulation` tells more of each game, such as what its instructions mean.
    """
    simulation = Simulation(
        leader,
        follower,
        rules,
        seed=seed,
        pace=pace,
        limits=limits,
        side_by_side=side_by_side,
    )
    for game in simulation.play(seeds):
        yield game.record()


def map_seeds(count: int, seed: int, rules: Rules = PAPER) -> list[int]:
    """Random map seeds, each with a map."""
    draws = np.random.default_rng(seed)
    found: list[int] = []
    while len(found) < count:
        seeds = draws.integers(MAX_SEED + 1, size=count - len(found))
        _, has_map = draw_states(seeds, rules)
        found += seeds[has_map].tolist()
    return found
