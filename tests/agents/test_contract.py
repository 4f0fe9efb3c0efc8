"""Every registered player through every caller: the simulation, evaluation, and the server's tasks
agree on what players are told and on what becomes of their answers."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from cerealbar.agents import (
    FOLLOWERS,
    LEADERS,
    Choice,
    Follower,
    FollowTask,
    Leader,
    LeadTask,
    PlayedGame,
    PlayerError,
    Simulation,
    ask_follower,
    make_follower,
    make_leader,
    map_seeds,
)
from cerealbar.agents.corpus_games import corpus_game
from cerealbar.agents.pace import HUMAN_PACE
from cerealbar.agents.playing import follow_task, lead_task
from cerealbar.evaluation import given_by
from cerealbar.game import Action, Game, Outcome, Player, Rules
from cerealbar.language import Intention
from cerealbar.records import Examples, build_examples, deed_action, deeds
from cerealbar.views import CB2_SIGHT, PAPER_SIGHT, Sight, remember_game
from tests.evaluation.followers import judged

GAME = 0
EXAMPLES: Examples = build_examples(corpus_game(8, index) for index in range(2))
UNTOLD = replace(EXAMPLES, meant=(None,) * len(EXAMPLES))
"""As people's games are: nobody knows what was meant."""
READERS = [name for name, player in FOLLOWERS.items() if not player.needs & ~given_by(UNTOLD)]
DETERMINISTIC = [name for name in FOLLOWERS if name != "random"]
SIGHTS = [None, PAPER_SIGHT, CB2_SIGHT]


class WatchedFollower:
    """Notes what a follower is told, and asks it twice."""

    def __init__(self, follower: Follower) -> None:
        self.name = follower.name
        self.follower = follower
        self.told: list[FollowTask] = []

    def follow(self, tasks: Sequence[FollowTask]) -> list[Choice]:
        self.told += [replace(task, states=task.states.copy()) for task in tasks]
        choices = ask_follower(self.follower, tasks)
        if self.name in DETERMINISTIC:
            assert ask_follower(self.follower, tasks) == choices
        return choices

    def forget(self, game: int) -> None:
        self.follower.forget(game)


class WatchedLeader:
    def __init__(self, leader: Leader) -> None:
        self.name = leader.name
        self.leader = leader
        self.told: list[LeadTask] = []

    def lead(self, tasks: Sequence[LeadTask]) -> Sequence[Choice]:
        self.told += [replace(task, states=task.states.copy()) for task in tasks]
        return self.leader.lead(tasks)

    def forget(self, game: int) -> None:
        self.leader.forget(game)


class Bumper:
    """Walks forward until it has bumped a few times."""

    name = "bumper"

    def __init__(self) -> None:
        self.asked = 0

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        self.asked += 1
        return [Action.DONE if self.asked % 20 == 0 else Action.FORWARD for _ in tasks]

    def forget(self, game: int) -> None: ...


def key(task: FollowTask | LeadTask) -> tuple[object, ...]:
    """A task in values that can be compared; what was meant no server knows."""
    known = getattr(task, "known", None)
    rest = (
        (task.instruction, task.number, task.steps_taken, task.past)
        if isinstance(task, FollowTask)
        else (task.waiting, task.finished)
    )
    return task.states.tobytes(), None if known is None else known.tobytes(), *rest


def distinct(tasks: Sequence[FollowTask | LeadTask]) -> Iterator[tuple[object, ...]]:
    """The tasks without those that a bump left as they were."""
    before = None
    for told in map(key, tasks):
        if told != before:
            yield told
        before = told


def server_tasks(played: PlayedGame, sight: Sight | None = None) -> dict[Player, list[object]]:
    """What the server would have told both players before each deed of a game."""
    game = Game(played.header.seed, played.header.rules.to_rules())
    told: dict[Player, list[object]] = {player: [] for player in Player}
    for _, deed in deeds(played.record().events):
        task = (
            follow_task(GAME, game, remember_game(game, sight) if sight else None)
            if game.turn
            else lead_task(GAME, game)
        )
        assert task is not None
        told[game.turn].append(key(task))
        _, action, text = deed_action(deed)
        game.step(action, text=text)
    return told


def remembers(thing: object, game: int, seen: set[int] | None = None) -> bool:
    """Whether anything that a player holds is kept under the number of a game."""
    seen = set() if seen is None else seen
    if id(thing) in seen:
        return False
    seen.add(id(thing))
    if isinstance(thing, dict):
        parts = list(thing.values())
        if game in thing:
            return True
    elif isinstance(thing, list | tuple | set | frozenset):
        parts = list(thing)
    else:
        parts = list(getattr(thing, "__dict__", {}).values())
        parts += [getattr(thing, slot, None) for slot in getattr(thing, "__slots__", ())]
    return any(remembers(part, game, seen) for part in parts)


def play_one(leader: Leader, follower: Follower, sight: Sight | None = None) -> PlayedGame:
    simulation = Simulation(leader, follower, pace=HUMAN_PACE, sight=sight)
    (played,) = simulation.play(map_seeds(1, 4))
    return played


@pytest.mark.parametrize("sight", SIGHTS, ids=["full", "paper", "cb2"])
@pytest.mark.parametrize("name", FOLLOWERS)
def test_simulation_and_server_tell_a_follower_the_same(name: str, sight: Sight | None) -> None:
    follower = WatchedFollower(make_follower(name, 1))
    played = play_one(make_leader("expert", 1), follower, sight)
    assert played.header.follower.name == name
    assert list(distinct(follower.told)) == server_tasks(played, sight)[Player.FOLLOWER]
    assert not remembers(follower.follower, GAME)


@pytest.mark.parametrize("name", LEADERS)
def test_simulation_and_server_tell_a_leader_the_same(name: str) -> None:
    leader = WatchedLeader(make_leader(name, 1))
    played = play_one(leader, make_follower("rule-based", 1))
    assert played.header.leader.name == name
    assert list(distinct(leader.told)) == server_tasks(played)[Player.LEADER]
    assert not remembers(leader.leader, GAME)


@pytest.mark.parametrize("sight", SIGHTS, ids=["full", "paper", "cb2"])
@pytest.mark.parametrize("name", FOLLOWERS)
def test_evaluation_counts_steps_as_the_others_do(name: str, sight: Sight | None) -> None:
    given = given_by(EXAMPLES, sight)
    if FOLLOWERS[name].needs & ~given:
        with pytest.raises(PlayerError, match=r"it needs .*the whole board"):
            make_follower(name, 1, given)
        return
    follower = WatchedFollower(make_follower(name, 1, given))
    judged(EXAMPLES, follower, sight=sight)
    check_steps(follower.told)
    assert not any(remembers(follower.follower, example) for example in range(1, len(EXAMPLES)))


def check_steps(told: Sequence[FollowTask]) -> None:
    """A step is counted exactly if the follower has moved or turned."""
    last: dict[int, FollowTask] = {}
    for task in told:
        before = last.get(task.game)
        if before is not None:
            poses = [
                (t.states["player_cell"][0, 1], t.states["player_heading"][0, 1])
                for t in (before, task)
            ]
            assert task.steps_taken - before.steps_taken == (poses[0] != poses[1])
        last[task.game] = task


def test_a_bump_is_no_step_anywhere() -> None:
    evaluated, simulated = WatchedFollower(Bumper()), WatchedFollower(Bumper())
    evaluated.name = simulated.name = "random"
    judged(EXAMPLES, evaluated, [0, 1, 2])
    check_steps(evaluated.told)
    assert len(set(map(key, evaluated.told))) < len(evaluated.told)
    played = play_one(make_leader("expert", 1), simulated)
    assert list(distinct(simulated.told)) == server_tasks(played)[Player.FOLLOWER]
    assert len(list(distinct(simulated.told))) < len(simulated.told)


@pytest.mark.parametrize("name", [name for name in FOLLOWERS if name not in READERS])
def test_who_needs_what_is_meant_is_refused_where_nobody_tells(name: str) -> None:
    with pytest.raises(PlayerError, match=f"'{name}' cannot follow here: it needs what the leader"):
        make_follower(name, 0, given_by(UNTOLD))


def instructed_game() -> tuple[Game, Intention]:
    """A game that never ends, with one instruction that means something."""
    game = Game(42, Rules(half_turns=None, solvable=True))
    (choice,) = make_leader("scripted-plain").lead([lead_task(GAME, game)])
    assert choice.intention is not None
    game.instruct(choice.text or "")
    game.step(Action.DONE)
    return game, choice.intention


def carry_out(name: str, sight: Sight | None, *, is_interrupted: bool) -> list[Action]:
    """What a follower does; if interrupted, each turn times out once before its answer is taken."""
    game, intention = instructed_game()
    follower = make_follower(name, 3)
    taken: list[Action] = []
    while not taken or taken[-1] is not Action.DONE:
        if game.turn is Player.LEADER:
            game.step(Action.DONE)
        task = follow_task(GAME, game, remember_game(game, sight) if sight else None)
        assert task is not None
        (choice,) = ask_follower(follower, [replace(task, intention=intention)])
        if is_interrupted:
            game.step(Action.TIME_OUT)
            game.step(Action.DONE)
            task = follow_task(GAME, game, remember_game(game, sight) if sight else None)
            assert task is not None
            assert ask_follower(follower, [replace(task, intention=intention)]) == [choice]
        assert not game.step(choice.action) & Outcome.BUMPED
        taken.append(choice.action)
    return taken


@pytest.mark.parametrize(
    ("name", "sight"),
    [(name, None) for name in DETERMINISTIC]
    + [(name, sight) for name in DETERMINISTIC if name in READERS for sight in SIGHTS[1:]],
)
def test_nothing_of_a_plan_is_lost_when_a_turn_times_out(name: str, sight: Sight | None) -> None:
    calm = carry_out(name, sight, is_interrupted=False)
    assert len(calm) > 3 or (name == "paper" and sight)  # which learned with the whole board
    assert carry_out(name, sight, is_interrupted=True) == calm
