from functools import lru_cache

import pytest

from cerealbar.agents.corpus_games import corpus_game, encoded_games, play_corpus_game
from cerealbar.agents.oracle import Oracle
from cerealbar.agents.playing import PlayedGame
from cerealbar.agents.protocol import FollowTask
from cerealbar.game import Action, Game, Player, StateArray
from cerealbar.parallel import LocalPool, WorkerPool
from cerealbar.records import deeds, encode_game, replay, verify

GAMES = 12


@lru_cache(maxsize=1)
def played_games() -> tuple[PlayedGame, ...]:
    return tuple(play_corpus_game(3, index) for index in range(GAMES))


def test_every_game_replays_and_says_that_it_is_synthetic() -> None:
    for played in played_games():
        record = played.record()
        assert verify(record) is None
        assert record.header.synthetic
        assert record.header.leader.kind == record.header.follower.kind == "simulated"


def test_a_game_follows_from_seed_and_index_alone() -> None:
    assert corpus_game(3, 5) == played_games()[5].record()
    assert corpus_game(4, 5) != corpus_game(3, 5)


@pytest.mark.parametrize("pool", [WorkerPool(), LocalPool(3)])
def test_the_bytes_do_not_depend_on_the_number_of_workers(pool: WorkerPool) -> None:
    told = [(played.header.game_id, encode_game(played.record())) for played in played_games()]
    with pool:
        assert list(encoded_games(3, 0, GAMES, pool)) == told


def executed(states: StateArray, task: FollowTask) -> dict[int, bool]:
    """Whether each card of the board changes when the oracle carries out a task alone."""
    game = Game.from_states(states, texts=("x",) * int(states["waiting"][0]))
    game.states["turn"] = Player.FOLLOWER
    game.states["steps_left"] = 1000
    oracle = Oracle()
    before = {card.cell: card.is_selected for card in game.cards}
    score = game.score
    for steps in range(200):
        now = FollowTask(0, game.states, "x", 0, steps, (), task.intention)
        (action,) = oracle.follow([now])
        if action is Action.DONE:
            break
        game.step(action)
        if game.score > score:
            return {}  # a set replaced the cards
    return {card.cell: card.is_selected != before[card.cell] for card in game.cards}


def test_an_intention_carried_out_by_the_oracle_changes_exactly_its_cards() -> None:
    checked = 0
    for played in played_games():
        record = played.record()
        states = replay(record).states
        number = 0
        begun = False
        for i, (_, deed) in enumerate(deeds(record.events)):
            if getattr(deed, "by", "leader") != "follower" or number >= len(played.intentions):
                continue
            intention = played.intentions[number]
            if not begun and intention is not None:
                begun = True
                on_board = states[i]["card_cell"][: states[i]["cards"]].tolist()
                task = FollowTask(0, states[i : i + 1], "x", 0, 0, (), intention)
                changes = executed(states[i : i + 1], task)
                if changes and all(cell in on_board for cell in intention.cards):
                    expected = set(intention.cards)
                    assert {cell for cell, changed in changes.items() if changed} == expected
                    checked += 1
            if type(deed).__name__ == "Finished":
                number += 1
                begun = False
    assert checked > 100


def test_instructions_ask_for_two_and_three_cards() -> None:
    counts = [len(meant.cards) for played in played_games() for meant in played.intentions if meant]
    assert counts.count(2) >= 0.06 * len(counts)
    assert counts.count(3) >= 1
