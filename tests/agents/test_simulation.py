from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from cerealbar.agents import (
    Choice,
    FollowTask,
    LeadTask,
    Oracle,
    PlayedGame,
    PlayerError,
    ScriptedLeader,
    SimulatedFollower,
    Simulation,
    map_seeds,
    play_games,
    playing,
)
from cerealbar.agents.pace import HUMAN_PACE, Pace
from cerealbar.agents.random_agents import RandomFollower, RandomLeader
from cerealbar.agents.skill import AVERAGE
from cerealbar.game import MAX_SEED, Action, Cancelling, Rules, SeedError, Status, draw_states
from cerealbar.records import Finished, GameEnd, Instructed, TimedOut, lives, replay, verify
from cerealbar.views import PAPER_SIGHT, Sight

SEEDS = map_seeds(4, 1)


class Stubborn:
    """Chooses the same thing over and over."""

    name = "stubborn"

    def __init__(self, action: Action) -> None:
        self.action = action

    def lead(self, tasks: Sequence[LeadTask]) -> list[Choice]:
        return [Choice(self.action, "go") for _ in tasks]

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        return [self.action for _ in tasks]

    def forget(self, game: int) -> None:
        pass


def end_of(game: PlayedGame) -> GameEnd | None:
    end = game.record().end
    return None if end is None else end.how


def leader() -> ScriptedLeader:
    return ScriptedLeader(1, AVERAGE)


def test_recorded_games_replay_and_name_their_players() -> None:
    rules = Rules(leader_steps=4, half_turns=8)
    records = list(play_games(leader(), SimulatedFollower(1), SEEDS, rules, seed=2))
    assert [record.header.seed for record in records] == SEEDS
    for record in records:
        assert verify(record) is None
        assert record.header.synthetic
        assert (record.header.leader.name, record.header.follower.name) == ("scripted", "simulated")
        assert record.header.rules.to_rules() == rules


@pytest.mark.parametrize("side_by_side", [1, 3])
def test_games_do_not_depend_on_how_many_are_played_side_by_side(side_by_side: int) -> None:
    one = Simulation(leader(), SimulatedFollower(1), pace=HUMAN_PACE, side_by_side=side_by_side)
    all_at_once = Simulation(leader(), SimulatedFollower(1), pace=HUMAN_PACE)
    played, others = list(one.play(SEEDS)), list(all_at_once.play(SEEDS))
    assert [game.record() for game in played] == [game.record() for game in others]
    assert [game.intentions for game in played] == [game.intentions for game in others]


def test_times_are_those_of_people_and_depend_on_the_seed() -> None:
    first, second = (
        list(play_games(leader(), SimulatedFollower(1), SEEDS, seed=seed)) for seed in (1, 2)
    )
    assert first != second
    for record in first:
        length = record.events[-1].at
        turns = sum(isinstance(event, Finished) for event in record.events)
        assert 3 < length / turns < 45


def test_a_slow_player_runs_out_of_time() -> None:
    slow = Pace(step=4.0, plan=40.0)
    (record,) = play_games(leader(), Oracle(), SEEDS[:1], pace=slow)
    assert verify(record) is None
    assert {event.by for event in record.events if isinstance(event, TimedOut)} == {
        "leader",
        "follower",
    }


def test_every_instruction_has_its_intention_beside_it() -> None:
    for game in Simulation(leader(), Oracle()).play(SEEDS):
        texts = [instruction.text for instruction in game.game.instructions]
        assert len(game.intentions) == len(texts)
        assert all(intention is not None for intention in game.intentions)
        sent = [event.text for event in game.record().events if isinstance(event, Instructed)]
        assert sent == texts


def test_a_follower_who_only_turns_runs_out_of_steps() -> None:
    (game,) = Simulation(leader(), Stubborn(Action.LEFT)).play(SEEDS[:1])
    assert end_of(game) is GameEnd.NO_TURNS
    assert game.finished == 0


def test_a_follower_who_bumps_forever_is_timed_out() -> None:
    (game,) = Simulation(leader(), Stubborn(Action.FORWARD)).play(SEEDS[:1])
    assert any(
        isinstance(deed, TimedOut) and deed.by == "follower" for deed in game.record().events
    )
    assert verify(game.record()) is None


def test_a_leader_who_never_stops_instructing_is_timed_out() -> None:
    simulation = Simulation(Stubborn(Action.INSTRUCT), RandomFollower(1))
    (game,) = simulation.play(SEEDS[:1])
    assert any(isinstance(deed, TimedOut) and deed.by == "leader" for deed in game.record().events)


def test_a_game_without_an_end_is_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_HALF_TURNS", 10)
    simulation = Simulation(leader(), Oracle(), Rules(half_turns=None))
    (game,) = simulation.play(SEEDS[:1])
    assert end_of(game) is GameEnd.ABANDONED
    assert verify(game.record()) is None


def test_what_a_player_cannot_do_is_an_error_that_says_so() -> None:
    with pytest.raises(
        PlayerError, match=r"'stubborn' cannot choose .*INSTRUCT.*: expected .* give-up"
    ):
        list(Simulation(leader(), Stubborn(Action.INSTRUCT)).play(SEEDS[:1]))
    with pytest.raises(PlayerError, match="leader 'stubborn' cannot turn left in game 0: no steps"):
        list(Simulation(Stubborn(Action.LEFT), Oracle()).play(SEEDS[:1]))


def test_random_games_play_whole_games() -> None:
    for game in Simulation(RandomLeader(1), RandomFollower(1)).play(SEEDS):
        assert end_of(game) is GameEnd.NO_TURNS
        assert verify(game.record()) is None


def test_drawn_map_seeds_have_maps_and_follow_from_the_seed() -> None:
    seeds = map_seeds(50, 3)
    assert seeds == map_seeds(50, 3)
    assert all(0 <= seed <= MAX_SEED for seed in seeds)
    assert not draw_states(np.array(seeds))[1].any()


def test_players_are_told_when_a_game_is_over() -> None:
    forgotten: list[int] = []

    class Forgetful(RandomFollower):
        def forget(self, game: int) -> None:
            forgotten.append(game)

    list(Simulation(RandomLeader(1), Forgetful(1), side_by_side=2).play(SEEDS))
    assert sorted(forgotten) == [0, 1, 2, 3]


def test_no_seeds_give_no_games() -> None:
    assert list(Simulation(leader(), Oracle()).play([])) == []


class Fickle:
    """Takes back whatever it has written, and then ends its turn."""

    name = "fickle"

    def __init__(self) -> None:
        self.sent = 0

    def lead(self, tasks: Sequence[LeadTask]) -> list[Choice]:
        return [self._lead(task) for task in tasks]

    def _lead(self, task: LeadTask) -> Choice:
        if len(task.waiting) == 2:
            return Choice(Action.CANCEL)
        self.sent += 1
        return Choice(Action.DONE) if self.sent % 3 == 0 else Choice(Action.INSTRUCT, "go")

    def forget(self, game: int) -> None:
        """Nothing to forget."""


class Hopeless:
    """Understands nothing, and says so."""

    name = "hopeless"

    def follow(self, tasks: Sequence[FollowTask]) -> list[Choice]:
        return [Choice(Action.GIVE_UP, f"what is {task.instruction[:20]!r}?") for task in tasks]

    def forget(self, game: int) -> None:
        """Nothing to forget."""


def test_a_leader_may_cancel_and_the_follower_never_hears_of_it() -> None:
    rules = Rules(half_turns=6, cancelling=Cancelling.OWN_TURN)
    (game,) = Simulation(Fickle(), Oracle(), rules).play(SEEDS[:1])
    record = game.record()
    assert verify(record) is None
    found = lives(replay(record))
    assert len(found) == 6
    assert {life.status for life in found} == {Status.CANCELLED}
    assert game.finished == 0


def test_a_follower_gives_up_with_reasons() -> None:
    (game,) = Simulation(leader(), Hopeless(), Rules(half_turns=6)).play(SEEDS[:1])
    found = lives(replay(game.record()))
    assert found
    assert all(life.reason.startswith("what is ") for life in found if life.ended is not None)
    assert Status.GIVEN_UP in {life.status for life in found}


class Eavesdropper(Hopeless):
    """Notes what it is told, and gives up the first instruction only."""

    def __init__(self) -> None:
        self.told: list[tuple[int, tuple[str, ...]]] = []

    def follow(self, tasks: Sequence[FollowTask]) -> list[Choice]:
        self.told += [(task.number, task.past) for task in tasks]
        return [Choice(Action.DONE if task.number > 1 else Action.GIVE_UP) for task in tasks]


class Changeable(Fickle):
    """Cancels once before the follower hears of anything, then sends three."""

    def _lead(self, task: LeadTask) -> Choice:
        if self.sent == 2 and len(task.waiting) == 2:
            self.sent += 1
            return Choice(Action.CANCEL)
        self.sent += 1
        return Choice(Action.INSTRUCT, f"go {self.sent}") if self.sent < 7 else Choice(Action.DONE)


def test_a_follower_cannot_count_what_it_never_had() -> None:
    follower = Eavesdropper()
    rules = Rules(half_turns=2, cancelling=Cancelling.OWN_TURN)
    list(Simulation(Changeable(), follower, rules).play(SEEDS[:1]))
    # Of the two that were cancelled the first was the current one for a while.
    assert follower.told == [(1, ()), (2, ()), (3, ("go 5",))]


def test_two_plays_with_a_sight_do_not_share_a_memory() -> None:
    simulation = Simulation(leader(), RandomFollower(1), Rules(half_turns=6), sight=PAPER_SIGHT)
    first, second = simulation.play(SEEDS), simulation.play(SEEDS[:1])
    assert next(first).header.seed == next(second).header.seed == SEEDS[0]
    assert next(first).header.seed == SEEDS[1]


def test_a_seed_below_0_is_refused_in_a_sentence() -> None:
    with pytest.raises(SeedError, match="-5 is no seed"):
        map_seeds(1, -5)


def test_games_that_differ_in_anything_have_ids_of_their_own() -> None:
    """So that a corpus can hold them all."""
    ways: list[dict[str, Any]] = [
        {},
        {"rules": Rules(half_turns=4)},
        {"rules": Rules(half_turns=5)},
        {"sight": PAPER_SIGHT},
        {"sight": Sight(degrees=90)},
        {"pace": HUMAN_PACE},
        {"seed": 1},
    ]
    games = [
        next(play_games(RandomLeader(1), RandomFollower(1), SEEDS[:1], **{"pace": None, **way}))
        for way in ways
        for _ in range(2)
    ]
    assert [len({game.game_id for game in games[i : i + 2]}) for i in (0, 2)] == [1, 1]
    assert len({game.game_id for game in games}) == len(ways)
