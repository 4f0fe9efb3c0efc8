"""Games of learners with a partner, who is named or given."""

from typing import Any

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
from cerealbar.env.learner import sight_of
from cerealbar.env.learning import BoardChange, LearnerGames, LearnerOptions
from cerealbar.env.seats import FollowerSeat, LeaderActions, LeaderSeat


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
    known = LearnerOptions.__dataclass_fields__
    for name in given:
        if name not in known:
            raise OptionError(f"{name!r} is no option: expected one of {', '.join(known)}")
    return LearnerOptions(**given)
