"""N games in which a learner has one seat, and a player that is asked in batches the other.

The single environment is a batch of one game, so it goes as the vector one does by construction.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cerealbar import __version__
from cerealbar.agents import Choice, Follower, Leader, PlayerError, PlayLimits
from cerealbar.agents.pace import Stopwatch
from cerealbar.agents.playing import GamesInPlay, meant_of
from cerealbar.env.judging import MeantDeeds
from cerealbar.env.seeds import MapSeeds
from cerealbar.game import Outcome, Player, Rules, StateArray, blank_states, new_states
from cerealbar.records import Header, Participant, RecordedRules
from cerealbar.views import Sight

Partner: TypeAlias = Leader | Follower
Places: TypeAlias = NDArray[np.intp]
"""Which of the games."""
BoardChange: TypeAlias = Callable[[StateArray, random.Random], None]
"""Changes a new game, an array of one, before anybody sees it."""

_FOLLOWER = int(Player.FOLLOWER)
_ATTEMPTS = 100
"""Games that a partner may end in a row before the learner has acted."""


@dataclass(frozen=True, slots=True)
class Deeds:
    """What came of one action of the learner in each of some games, and of its partner's reply."""

    outcomes: NDArray[np.int16]
    """(n,): `Outcome` bits of the learner's action, or a `Refusal` below 0."""
    ended: NDArray[np.bool_]
    """(n,): whether the only instruction that counts is finished; then nobody plays on."""
    sets: NDArray[np.int32]
    """(n,): sets made, by either player."""
    worth: NDArray[np.int32]
    """(n,): 1 for a card that the instruction asks for, -1 for another, 1 for a good end."""
    successes: list[bool | None]
    """(n,): whether the instruction that the action ended was done as it was meant, if known."""


class PartneredGames(GamesInPlay):
    """Games side by side; between the learner's actions the partner plays on."""

    def __init__(
        self,
        count: int,
        learner: Player,
        partner: Partner,
        rules: Rules,
        *,
        sight: Sight | None = None,
        change: BoardChange | None = None,
        one_instruction: bool = False,
    ) -> None:
        super().__init__(
            blank_states(count, rules), rules, PlayLimits(), None if learner else sight
        )
        self.learner, self.partner = learner, partner
        self.change = change
        self._one_instruction = one_instruction
        seats = [Participant(), Participant()]
        seats[learner.partner] = Participant(kind="agent", name=partner.name)
        self._participants = tuple(seats)
        self._recorded_rules = RecordedRules.from_rules(rules)
        self._errands: list[MeantDeeds | None] = [None] * count
        self._numbers: set[int] = set()

    def begin(self, places: Places, map_seeds: MapSeeds, maps: Sequence[int] | None = None) -> None:
        """New games at some places, up to the learner's first action; on given maps, if any.

        Raises:
            MapError: a map that is asked for does not exist.
            PlayerError: the partner ends every game before the learner can act.
        """
        for _ in range(_ATTEMPTS):
            drawn = map_seeds.new_states(places, self.rules)  # for each game has a new number
            self.states[places] = drawn if maps is None else new_states(maps, self.rules)
            for place, number in zip(places.tolist(), map_seeds.numbers(places), strict=True):
                self._seat(place, number)
            self._reply(places)
            is_over = self.is_over(places)
            if not is_over.any():
                return
            maps = None if maps is None else [maps[i] for i in np.flatnonzero(is_over).tolist()]
            places = places[is_over]
        raise PlayerError(
            f"{self.partner.name!r} ended {_ATTEMPTS} games before the "
            f"{self.learner.word} could act"
        )

    def _seat(self, place: int, number: int) -> None:
        """Sit down at a new game; the number by which the partner knows it is its own."""
        if (play := self.plays.get(place)) is not None:
            self.partner.forget(play.number)
            self._numbers.discard(play.number)
        while number in self._numbers:  # as when two games have the same seed
            number += 1
        self._numbers.add(number)
        states = self.states[place : place + 1]
        if self.change is not None:
            self.change(states, random.Random(f"board {number}"))
        header = Header(
            package=__version__,
            game_id=f"{number:032x}",
            seed=int(states["seed"][0]),
            synthetic=True,
            leader=self._participants[0],
            follower=self._participants[1],
            rules=self._recorded_rules,
        )
        self.start(place, number, header, Stopwatch(None, random.Random(number)))
        self._errands[place] = None

    def act(self, places: Places, choices: Sequence[Choice]) -> Deeds:
        """The learner's choice in each of some games that it can act in, and the partner's reply.

        Raises:
            PlayerError: the partner chose what it cannot do.
        """
        scores = self.states["score"][places]
        outcomes = np.empty(len(places), np.int16)
        judged = []
        for i, (place, choice) in enumerate(zip(places.tolist(), choices, strict=True)):
            errand = self._errand(place)
            outcomes[i] = outcome = self.plays[place].act(self.learner, choice)
            cell = int(self.states["player_cell"][place, _FOLLOWER])
            judged.append(errand.judge(outcome, cell) if errand and outcome >= 0 else (0, None))
        is_ended = (outcomes >= 0) & (outcomes & Outcome.FINISHED != 0) & self._one_instruction
        self._reply(places[~is_ended])
        return Deeds(
            outcomes,
            is_ended,
            self.states["score"][places] - scores,
            np.array([worth for worth, _ in judged], np.int32),
            [success for _, success in judged],
        )

    def is_over(self, places: Places) -> NDArray[np.bool_]:
        """(n,): which of some games have ended."""
        return np.array([self.plays[place].is_over for place in places.tolist()], np.bool_)

    def instruction(self, place: int) -> str:
        """The text that a learning follower is to carry out, empty if there is none."""
        game = self.plays[place].game
        return game.current_instruction or "" if game.turn else ""

    def _reply(self, places: Places) -> None:
        """Let the partner play where it is its turn, until it is the learner's again."""
        while True:
            self.look()
            places = places[self.states["turn"][places] != self.learner]
            places = places[~self.is_over(places)]
            if not len(places):
                return
            self.ask(self.partner, self.learner.partner, places.tolist())

    def _errand(self, place: int) -> MeantDeeds | None:
        """What is done of the learner's current instruction, if it is known what that means."""
        play, errand = self.plays[place], self._errands[place]
        if self.learner is Player.LEADER or not play.game.queue.waiting:
            return None
        number = play.game.number_followed
        if errand is None or errand.number != number:
            meant = meant_of(play.intention)
            errand = self._errands[place] = None if meant is None else MeantDeeds(number, meant)
        return errand
