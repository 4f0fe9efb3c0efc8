"""Games with a partner as a learner meets them: options, observations, rewards, ends and infos."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import (
    EVERYTHING,
    Follower,
    Leader,
    Need,
    check_needs,
    find_follower,
    find_leader,
)
from cerealbar.env.errors import OptionError, check_above_0
from cerealbar.env.learner import RADIUS, WORDS, LearnerObservation, LearnerView
from cerealbar.env.observations import Observation, sight_of
from cerealbar.env.partnered import BoardChange, PartneredGames
from cerealbar.env.seats import FollowerSeat, LeaderActions, LeaderSeat, LearnerSeat
from cerealbar.env.seeds import MapSeeds
from cerealbar.game import PAPER, Action, Rules
from cerealbar.views import Sight, ViewName

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
    that it ends when all is done that was meant and nothing else."""
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
            value = getattr(self, name)
            if value not in get_args(known):
                expected = ", ".join(get_args(known))
                raise OptionError(f"{value!r} is no {name}: expected one of {expected}")


class LearnerGames:
    """N games with a partner, and what came of the learner's last action in each."""

    def __init__(
        self,
        games: PartneredGames,
        seat: LearnerSeat,
        sight: Sight | None,
        options: LearnerOptions,
    ) -> None:
        self.games, self.seat = games, seat
        self.view = LearnerView(
            seat.player,
            options.observation,
            sight,
            seat.actions,
            words=options.words,
            radius=options.radius,
        )
        self._is_shaped = options.reward == "shaped"
        self.max_steps = options.max_steps or np.iinfo(np.int64).max
        count = len(games.states)
        self._steps = np.zeros(count, np.int64)
        self._outcomes = np.zeros(count, np.int16)
        self._successes: list[bool | None] = [None] * count
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

    def begin(self, places: NDArray[np.intp], maps: Sequence[int] | None = None) -> None:
        """New games at some places, on given maps if any."""
        assert self._map_seeds is not None, "games are seeded before they begin"
        self.games.begin(places, self._map_seeds, maps)
        self._steps[places] = 0
        self._outcomes[places] = 0
        for place in places.tolist():
            self._successes[place] = None
        self.masks = self.seat.masks(self.games)

    def act(
        self, places: NDArray[np.intp], sent: Sequence[Any]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """(n,): rewards of actions in some games, which have terminated, which are cut off.

        Raises:
            UnknownActionError: a value is none of the learner's actions.
            PlayerError: the partner chose what it cannot do.
        """
        choices = [
            self.seat.choice(self.games, place, action)
            for place, action in zip(places.tolist(), sent, strict=True)
        ]
        deeds = self.games.act(places, choices)
        self._steps[places] += 1
        self._outcomes[places] = deeds.outcomes
        for place, success in zip(places.tolist(), deeds.successes, strict=True):
            self._successes[place] = success
        self.masks = self.seat.masks(self.games)
        rewards = deeds.worth if self._is_shaped else deeds.sets
        is_over = (self.games.states["half_turns_left"][places] == 0) | deeds.ended
        # Games without a limit end somewhere.
        is_cut = self.games.is_over(places) | (self._steps[places] >= self.max_steps)
        return rewards.astype(np.float64), is_over, is_cut & ~is_over

    def observe(self) -> Observation:
        """What the learner is told of all games, in arrays (N, ...) of their own."""
        texts = [self.games.instruction(place) for place in range(len(self.masks))]
        return self.view.observe(self.games.states, texts, self.masks)

    def info(self, place: int) -> dict[str, Any]:
        """What else it is told of one game."""
        info = {
            "action_mask": self.masks[place].copy(),
            "outcome": int(self._outcomes[place]),
            "score": int(self.games.states["score"][place]),
            **self.seat.told(self.games, place),
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
    seat, sight = FollowerSeat(), sight_of(options.view)
    games = PartneredGames(
        count,
        seat.player,
        leader,
        options.rules,
        change=change,
        one_instruction=options.episode == "instruction",
    )
    return LearnerGames(games, seat, sight, options)


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
    seat, sight = LeaderSeat(actions, options.rules.cards), sight_of(options.view)
    if isinstance(follower, str):
        found = find_follower(follower)
        limits = Need.INTENTION | Need.BOARD if sight is not None else Need.NOTHING
        check_needs(follower, found.needs, seat.gives & ~limits)
        follower = found.make(options.partner_seed)
    games = PartneredGames(count, seat.player, follower, options.rules, sight=sight)
    return LearnerGames(games, seat, sight, options)


def _options(given: dict[str, Any]) -> LearnerOptions:
    known = LearnerOptions.__dataclass_fields__
    for name in given:
        if name not in known:
            raise OptionError(f"{name!r} is no option: expected one of {', '.join(known)}")
    return LearnerOptions(**given)
