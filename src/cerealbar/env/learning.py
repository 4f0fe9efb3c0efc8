"""N games in which a learner has one seat, and a player that is asked in batches the other.

The single environment is a batch of one game, so it goes as the vector one does by construction.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cerealbar.agents import (
    EVERYTHING,
    Follower,
    Leader,
    Need,
    PlayerError,
    check_needs,
    find_follower,
    find_leader,
)
from cerealbar.agents.pace import Stopwatch
from cerealbar.agents.playing import GamesInPlay, meant_of
from cerealbar.env.errors import OptionError, check_above_0, check_known
from cerealbar.env.learner import (
    RADIUS,
    WORDS,
    LearnerObservation,
    LearnerView,
    Observation,
    sight_of,
)
from cerealbar.env.seats import (
    FollowerSeat,
    LeaderActions,
    LeaderSeat,
    LearnerSeat,
    current_text,
)
from cerealbar.env.seeds import MapSeeds
from cerealbar.game import (
    PAPER,
    Action,
    Outcome,
    Player,
    Rules,
    StateArray,
    blank_states,
    new_states,
)
from cerealbar.records import Meant
from cerealbar.records.meaning import done_as_meant
from cerealbar.views import ViewName

Places: TypeAlias = NDArray[np.intp]
"""Which of the games."""
BoardChange: TypeAlias = Callable[[StateArray, random.Random], None]
"""Changes a new game, an array of one, before anybody sees it."""
RewardName: TypeAlias = Literal["sets", "shaped"]
EpisodeName: TypeAlias = Literal["game", "instruction"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerOptions:
    """What both roles can be made with."""

    rules: Rules = PAPER
    view: ViewName = "full"
    """How the follower sees, be it the learner or the partner."""
    observation: LearnerObservation = "features"
    words: int = WORDS
    """How many words of the instruction a following learner is told; 0 for none."""
    radius: int = RADIUS
    """How far the observation `around` reaches, in cells."""
    reward: RewardName = "sets"
    """`sets`: 1 for each set that either player makes. `shaped`: 1 for each card that the current
    instruction asks for and that the follower toggles, -1 for each other, and 1 for an instruction
    that it ends when it is done as it was meant."""
    episode: EpisodeName = "game"
    """Whether an episode of a follower ends with the game, or when it has finished its first
    instruction."""
    max_steps: int | None = None
    """Actions after which an episode is truncated."""
    partner_seed: int = 0
    """What else the partner's chance follows from, besides the seeds of `reset`."""

    def __post_init__(self) -> None:
        check_above_0("max_steps", self.max_steps)
        for name, known in (("reward", RewardName), ("episode", EpisodeName)):
            check_known(name, getattr(self, name), get_args(known))


@dataclass(slots=True)
class MeantDeeds:
    """What was done of an instruction."""

    number: int
    """How many instructions the follower had before it."""
    meant: Meant
    touched: Counter[int] = field(default_factory=Counter)
    """How often the card of a cell was toggled."""

    def judge(self, outcome: int, cell: int) -> tuple[int, bool | None]:
        """What an action that took the follower to a cell is worth, and whether it is a good end.

        1 for a card that is meant, the first time, -1 for any other, 1 for a good end; None where
        it ends nothing.
        """
        worth = 0
        if outcome & Outcome.TOGGLED:
            worth = 1 if cell in self.meant.cards and not self.touched[cell] else -1
            self.touched[cell] += 1
        if not outcome & Outcome.FINISHED:
            return worth, None
        is_success = done_as_meant(self.meant, self.touched, cell)
        return worth + is_success, is_success


_ATTEMPTS = 100
"""Games that a partner may end in a row before the learner has acted."""


class LearnerGames(GamesInPlay):
    """Games side by side; between the learner's actions the partner plays on."""

    def __init__(
        self,
        count: int,
        seat: LearnerSeat,
        partner: Leader | Follower,
        options: LearnerOptions,
        change: BoardChange | None = None,
    ) -> None:
        sight, rules = sight_of(options.view), options.rules
        limited = sight if seat.player is Player.LEADER else None  # a learner's view is an array
        super().__init__(blank_states(count, rules), rules, limited)
        self.seat, self.partner, self.change = seat, partner, change
        self.view = LearnerView(
            seat.player,
            options.observation,
            sight,
            words=options.words,
            radius=options.radius,
        )
        mask = spaces.Box(0, 1, (seat.actions,), np.int8)
        self.space: spaces.Space[Any] = spaces.Dict({**self.view.space.spaces, "action_mask": mask})
        """What is observed of one game."""
        self._options = options
        self.max_steps = options.max_steps or np.iinfo(np.int64).max
        self._steps = np.zeros(count, np.int64)
        self._outcomes = np.zeros(count, np.int16)
        self._successes: list[bool | None] = [None] * count
        self._errands: list[MeantDeeds | None] = [None] * count
        self._map_seeds: MapSeeds | None = None
        self.masks = np.zeros((count, seat.actions), np.int8)
        """(N, actions): what the learner can do now."""
        self.masks[:, Action.DONE] = 1  # as nobody has begun

    @property
    def have_begun(self) -> bool:
        """Whether there are any games yet."""
        return self._map_seeds is not None

    def seed(self, places: Sequence[int], seeds: Sequence[int | None]) -> None:
        """Begin the streams of maps anew at those of some places that are given a seed."""
        if self._map_seeds is None:
            self._map_seeds = MapSeeds(seeds)
        else:
            given = [place for place in places if seeds[place] is not None]
            self._map_seeds.restart(given, [seeds[place] for place in given])

    def begin(self, places: Places, maps: Sequence[int] | None = None) -> None:
        """New games at some places, up to the learner's first action; on given maps, if any.

        Raises:
            MapError: a map that is asked for does not exist.
            PlayerError: the partner ends every game before the learner can act.
        """
        map_seeds, waiting = self._map_seeds, places
        assert map_seeds is not None, "games are seeded before they begin"
        for _ in range(_ATTEMPTS):
            drawn = map_seeds.new_states(waiting, self.rules)  # for each game has a new number
            self.states[waiting] = drawn if maps is None else new_states(maps, self.rules)
            for place, number in zip(waiting.tolist(), map_seeds.numbers(waiting), strict=True):
                self._seat(place, number)
            self._reply(waiting)
            is_over = self.is_over(waiting)
            maps = None if maps is None else [maps[i] for i in np.flatnonzero(is_over).tolist()]
            waiting = waiting[is_over]
            if not len(waiting):
                break
        else:
            raise PlayerError(
                f"{self.partner.name!r} ended {_ATTEMPTS} games before the "
                f"{self.seat.player.word} could act"
            )
        self._steps[places] = 0
        self._outcomes[places] = 0
        for place in places.tolist():
            self._successes[place] = None
        self.masks = self.seat.masks(self)

    def _seat(self, place: int, number: int) -> None:
        """Sit down at a new game; the number by which the partner knows it is its own."""
        if (play := self.plays.pop(place, None)) is not None:
            self.partner.forget(play.number)
        while any(number == play.number for play in self.plays.values()):  # of the same seed
            number += 1
        if self.change is not None:
            self.change(self.states[place : place + 1], random.Random(f"board {number}"))
        self.start(place, number, Stopwatch(None, random.Random(number)))
        self._errands[place] = None

    def act(
        self, places: Places, sent: Sequence[Any]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """(n,): rewards of actions in some games, which have terminated, which are cut off.

        Raises:
            UnknownActionError: a value is none of the learner's actions.
            PlayerError: the partner chose what it cannot do.
        """
        choices = [
            self.seat.choice(self, place, action)
            for place, action in zip(places.tolist(), sent, strict=True)
        ]
        scores = self.states["score"][places]
        worth = np.zeros(len(places))
        for i, (place, choice) in enumerate(zip(places.tolist(), choices, strict=True)):
            errand = self._errand(place)
            outcome = self.plays[place].act(self.seat.player, choice)
            self._outcomes[place], self._successes[place] = outcome, None
            if errand is not None and outcome >= 0:
                cell = int(self.states["player_cell"][place, Player.FOLLOWER])
                worth[i], self._successes[place] = errand.judge(outcome, cell)
        self._steps[places] += 1
        outcomes = self._outcomes[places]
        is_finished = (outcomes >= 0) & (outcomes & Outcome.FINISHED != 0)
        is_ended = is_finished & (self._options.episode == "instruction")
        self._reply(places[~is_ended])
        self.masks = self.seat.masks(self)
        rewards = (
            worth if self._options.reward == "shaped" else self.states["score"][places] - scores
        )
        is_over = (self.states["half_turns_left"][places] == 0) | is_ended
        # Games without a limit end somewhere.
        is_cut = self.is_over(places) | (self._steps[places] >= self.max_steps)
        return rewards.astype(np.float64), is_over, is_cut & ~is_over

    def is_over(self, places: Places) -> NDArray[np.bool_]:
        """(n,): which of some games have ended."""
        return np.array([self.plays[place].is_over for place in places.tolist()], np.bool_)

    def _reply(self, places: Places) -> None:
        """Let the partner play where it is its turn, until it is the learner's again."""
        while True:
            self.look()
            places = places[self.states["turn"][places] != self.seat.player]
            places = places[~self.is_over(places)]
            if not len(places):
                return
            self.ask(self.partner, self.seat.player.partner, places.tolist())

    def _errand(self, place: int) -> MeantDeeds | None:
        """What is done of the learner's current instruction, if it is known what that means."""
        play, errand = self.plays[place], self._errands[place]
        if self.seat.player is Player.LEADER or not play.game.queue.waiting:
            return None
        number = play.game.number_followed
        if errand is None or errand.number != number:
            meant = meant_of(play.intention)
            errand = self._errands[place] = None if meant is None else MeantDeeds(number, meant)
        return errand

    def observe(self) -> Observation:
        """What the learner is told of all games, in arrays (N, ...) of their own."""
        texts = [current_text(self.plays[place]) for place in range(len(self.masks))]
        return {**self.view.observe(self.states, texts), "action_mask": self.masks.copy()}

    def info(self, place: int) -> dict[str, Any]:
        """What else it is told of one game."""
        info = {
            "action_mask": self.masks[place].copy(),
            "outcome": int(self._outcomes[place]),
            "score": int(self.states["score"][place]),
            **self.seat.told(self.plays[place]),
        }
        if (success := self._successes[place]) is not None:
            info["is_success"] = success
        return info


def follower_games(
    count: int, leader: str | Leader = "scripted", change: BoardChange | None = None, **given: Any
) -> LearnerGames:
    """The learner follows; a leader of `agents.registry` leads it, or one as given.

    Raises:
        OptionError: an option is none, or there is no game.
        PlayerError: the leader cannot be had.
    """
    check_above_0("num_envs", count)
    options = _options(given)
    gives = EVERYTHING
    if isinstance(leader, str):
        found = find_leader(leader)
        leader, gives = found.make(options.partner_seed), found.gives
    if options.reward == "shaped" and not gives & Need.INTENTION:
        raise OptionError(f"the leader {leader.name!r} does not tell which cards it means")
    return LearnerGames(count, FollowerSeat(), leader, options, change)


def leader_games(
    count: int,
    follower: str | Follower = "rule-based",
    actions: LeaderActions = "cards",
    **given: Any,
) -> LearnerGames:
    """The learner leads; a follower of `agents.registry` follows it, or one as given.

    Raises:
        OptionError: an option is none, or there is no game.
        PlayerError: the follower cannot be had, or needs what it cannot be told.
    """
    check_above_0("num_envs", count)
    options = _options(given)
    if options.reward == "shaped" or options.episode == "instruction":
        raise OptionError("the reward 'shaped' and the episode 'instruction' are for followers")
    seat = LeaderSeat(actions, options.rules.cards)
    if isinstance(follower, str):
        found = find_follower(follower)
        is_limited = sight_of(options.view) is not None
        limits = Need.INTENTION | Need.BOARD if is_limited else Need.NOTHING
        check_needs(follower, found.needs, seat.gives & ~limits)
        follower = found.make(options.partner_seed)
    return LearnerGames(count, seat, follower, options)


def _options(given: dict[str, Any]) -> LearnerOptions:
    for name in given:
        check_known("option", name, LearnerOptions.__dataclass_fields__)
    return LearnerOptions(**given)
