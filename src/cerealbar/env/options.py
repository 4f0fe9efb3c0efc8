"""The options of the environments with a partner, and what is made of them."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

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
from cerealbar.env.observations import sight_of
from cerealbar.env.partnered import BoardChange, PartneredGames
from cerealbar.env.seats import FollowerSeat, LeaderActions, LeaderSeat, LearnerSeat
from cerealbar.game import PAPER, Rules
from cerealbar.views import ViewName

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
    partner_seed: int = 0
    """What else the partner's chance follows from, besides the seeds of `reset`."""

    def __post_init__(self) -> None:
        for name, known in (("reward", RewardName), ("episode", EpisodeName)):
            value = getattr(self, name)
            if value not in get_args(known):
                expected = ", ".join(get_args(known))
                raise OptionError(f"{value!r} is no {name}: expected one of {expected}")


@dataclass(frozen=True, slots=True)
class LearnerTable:
    """N games with a partner, and the learner's seat at them."""

    games: PartneredGames
    seat: LearnerSeat
    view: LearnerView
    options: LearnerOptions


def follower_table(
    count: int, leader: str | Leader, change: BoardChange | None = None, **given: Any
) -> LearnerTable:
    """The learner follows; it is led by whom `agents.registry` finds, or by a leader as given.

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
    return LearnerTable(games, seat, _view(seat, options, sight), options)


def leader_table(
    count: int, follower: str | Follower, actions: LeaderActions, **given: Any
) -> LearnerTable:
    """The learner leads; it is followed by whom `agents.registry` finds, or by one as given.

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
    return LearnerTable(games, seat, _view(seat, options, sight), options)


def _options(given: dict[str, Any]) -> LearnerOptions:
    known = LearnerOptions.__dataclass_fields__
    for name in given:
        if name not in known:
            raise OptionError(f"{name!r} is no option: expected one of {', '.join(known)}")
    return LearnerOptions(**given)


def _view(seat: LearnerSeat, options: LearnerOptions, sight: Any) -> LearnerView:
    return LearnerView(
        seat.player,
        options.observation,
        sight,
        seat.actions,
        words=options.words,
        radius=options.radius,
    )
