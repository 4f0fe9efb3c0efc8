"""Two players who wander and write at random: legal games for tests and benchmarks.

Most of their ways lead to cards, and often to the cards of a valid set, so that their games hold
selections, sets, invalid selections, time-outs, skipped turns and early ends.
"""

import random
from datetime import datetime, timedelta
from pathlib import Path

from cerealbar import __version__
from cerealbar.agents import avoided_cells, shortest_path
from cerealbar.game import (
    MAX_SEED,
    PAPER,
    Action,
    Game,
    MapError,
    Outcome,
    Player,
    Rules,
    distance,
)
from cerealbar.records import (
    About,
    Corpus,
    GameEnd,
    GameRecord,
    Header,
    Participant,
    RecordedRules,
    record_of,
)
from tests.boards import valid_sets

_WORDS = tuple(
    """turn left right around go get the card cards red blue green pink yellow black orange star
    stars heart square circle stripe triangle plus by past hut tree lamp path pond and then don't
    I'll it's next to two three one wait 180 ok""".split()  # noqa: SIM905  # a list of words, as text
)
_EPOCH = datetime(2020, 1, 1)


class _Pair:
    """A leader and a follower who play one game at random."""

    def __init__(self, rng: random.Random, seed: int, rules: Rules) -> None:
        self.rng = rng
        self.game = Game(seed, rules)
        self.times: list[float] = []

    @property
    def at(self) -> float:
        """When the last thing happened."""
        return self.times[-1] if self.times else 0.0

    def _act(self, action: Action, text: str | None = None) -> Outcome:
        at = round(self.at + self.rng.uniform(0.2, 2.0), 3)
        outcome = self.game.step(action, text=text)
        self.times.append(at)
        return outcome

    def _walk(self) -> None:
        """Walk to a card, or anywhere, until the turn ends or the way does."""
        for action in self._way():
            if self.game.steps_left == 0 or self._act(action) & Outcome.TURN_ENDED:
                return

    def _way(self) -> tuple[Action, ...]:
        pose = self.game.pose(self.game.turn)
        goal = self._card_to_fetch()
        if goal is not None:
            blocked = avoided_cells(self.game.states, [goal])
            way = shortest_path(blocked, pose, goal)
            if way is not None:
                return way
        steps = [action for action in Action if action.is_step]
        return tuple(self.rng.choice(steps) for _ in range(self.rng.randrange(1, 9)))

    def _card_to_fetch(self) -> int | None:
        """A cell: to mend a selection, to complete a set, or of any card."""
        cards = self.game.cards
        selected = [card for card in cards if card.is_selected]
        if self.game.has_invalid_selection and self.rng.random() < 0.7:
            return self.rng.choice(selected).cell
        if self.rng.random() < 0.8:
            chosen = {slot for slot, card in enumerate(cards) if card.is_selected}
            sets = [slots for slots in valid_sets(self.game) if chosen.issubset(slots)]
            if sets:
                here = self.game.pose(self.game.turn).cell
                wanted: list[int] = self.rng.choice(sets)
                missing = [cards[slot].cell for slot in wanted if slot not in chosen]
                return min(missing, key=lambda cell: distance(cell, here))
        return self.rng.choice(cards).cell if self.rng.random() < 0.7 else None

    def _leader_turn(self) -> None:
        for _ in range(self.rng.choice((0, 1, 1, 1, 2, 3))):
            length = self.rng.randrange(2, 16)
            self._act(Action.INSTRUCT, " ".join(self.rng.choices(_WORDS, k=length)))
        if self.rng.random() < 0.8:
            self._walk()
        self._act(Action.TIME_OUT if self.rng.random() < 0.05 else Action.DONE)

    def _follower_turn(self) -> None:
        while self._may_follow():
            if self.rng.random() < 0.9:
                self._walk()
            if not self._may_follow():
                return
            self._act(Action.TIME_OUT if self.rng.random() < 0.03 else Action.DONE)

    def _may_follow(self) -> bool:
        return self.game.turn is Player.FOLLOWER and not self.game.is_over

    def play(self) -> GameEnd:
        """Play to the end, or until somebody leaves."""
        while not self.game.is_over:
            if self.rng.random() < 0.002:
                return self.rng.choice((GameEnd.LEADER_LEFT, GameEnd.FOLLOWER_LEFT))
            if self.game.turn is Player.LEADER:
                self._leader_turn()
            else:
                self._follower_turn()
        return GameEnd.NO_TURNS


def random_game(seed: int, index: int = 0, rules: Rules = PAPER) -> GameRecord:
    """A random game; the same seed and index give the same record."""
    rng = random.Random(f"random game {seed} {index}")
    while True:
        try:
            pair = _Pair(rng, rng.randrange(MAX_SEED + 1), rules)
            break
        except MapError:
            continue
    how = pair.play()
    header = Header(
        package=__version__,
        game_id=f"{rng.getrandbits(128):032x}",
        seed=int(pair.game.states["seed"][0]),
        started=(_EPOCH + timedelta(seconds=rng.randrange(10**8))).isoformat(),
        synthetic=True,
        leader=Participant(kind="simulated", name="random", id=f"r{rng.randrange(50):02}"),
        follower=Participant(kind="simulated", name="random", id=f"r{rng.randrange(50):02}"),
        rules=RecordedRules.from_rules(rules),
    )
    return record_of(pair.game, header, (*pair.times, round(pair.at + 1.0, 3)), how)


def make_random_corpus(folder: Path, games: int, seed: int) -> Corpus:
    """A new corpus of random games."""
    corpus = Corpus.create(folder, About(name="random games"))
    with corpus.writer(durable=False) as writer:
        for index in range(games):
            writer.append(random_game(seed, index))
    return corpus
