"""N games in which a learner has one seat, and a player that is asked in batches the other.

The single environment is a batch of one game, so it goes as the vector one does by construction.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from cerealbar import __version__
from cerealbar.agents import (
    Choice,
    Follower,
    Leader,
    PlayerError,
    PlayLimits,
    ask_follower,
    ask_leader,
)
from cerealbar.agents.blame import refused
from cerealbar.agents.pace import Stopwatch
from cerealbar.agents.playing import Play
from cerealbar.env.judging import MeantDeeds
from cerealbar.env.seeds import MapSeeds
from cerealbar.game import (
    Game,
    Outcome,
    Player,
    Rules,
    StateArray,
    blank_states,
    new_states,
    step_many,
)
from cerealbar.records import Header, Participant, RecordedRules
from cerealbar.views import BoardMemory, Sight

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


class PartneredGames:
    """Games side by side; between the learner's actions the partner plays on."""

    def __init__(
        self,
        count: int,
        learner: Player,
        partner: Partner,
        rules: Rules,
        *,
        sight: Sight | None = None,
        limits: PlayLimits | None = None,
        change: BoardChange | None = None,
        one_instruction: bool = False,
    ) -> None:
        self.learner, self.partner = learner, partner
        self.rules = rules
        self.states: StateArray = blank_states(count, rules)
        """The records of the games, live."""
        self.plays: list[Play] = []
        """Their texts and what else is kept of them, from the first `begin` on."""
        self.change = change
        self._one_instruction = one_instruction
        self._limits = limits or PlayLimits()
        seats = [Participant(), Participant()]
        seats[learner.partner] = Participant(kind="agent", name=partner.name)
        self._participants = tuple(seats)
        self._recorded_rules = RecordedRules.from_rules(rules)
        self._memory = None
        if learner is Player.LEADER and sight is not None:
            self._memory = BoardMemory(sight, count)
        self._errands: list[MeantDeeds | None] = [None] * count
        self._numbers: set[int] = set()

    def __setstate__(self, parts: dict[str, object]) -> None:
        """Of a copy: what each game is played with is a part of all records again."""
        self.__dict__.update(parts)
        for place, play in enumerate(self.plays):
            play.states = self.states[place : place + 1]

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
        if len(self.plays) > place:
            self.partner.forget(self.plays[place].game)
            self._numbers.discard(self.plays[place].game)
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
        watch = Stopwatch(None, random.Random(number))
        play = Play(number, header, self.rules, states, watch, self._limits)
        if len(self.plays) > place:
            self.plays[place] = play
        else:
            self.plays.append(play)
        self._errands[place] = None
        if self._memory is not None:
            self._memory.forget(place)

    def act(self, places: Places, choices: Sequence[Choice]) -> Deeds:
        """The learner's choice in each of some games that it can act in, and the partner's reply.

        Raises:
            PlayerError: the partner chose what it cannot do.
        """
        scores = self.states["score"][places]
        for place in places.tolist():
            self._understand(place)
        outcomes = self._apply(places, choices, self.learner)
        judged = [
            self._judge(place, outcome)
            for place, outcome in zip(places.tolist(), outcomes.tolist(), strict=True)
        ]
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
        left = self.states["half_turns_left"][places].tolist()
        plays = [self.plays[place] for place in places.tolist()]
        return np.array([play.is_over(n) for play, n in zip(plays, left, strict=True)], np.bool_)

    def instruction(self, place: int) -> str:
        """The text that a learning follower is to carry out, empty if there is none."""
        waiting = self.plays[place].waiting
        return waiting[0] if waiting and self.states["turn"][place] else ""

    def game(self, place: int) -> Game:
        """A copy of one game, with the texts that wait in it."""
        states = self.states[place : place + 1]
        return Game.from_states(states, self.rules, self.plays[place].waiting)

    def _apply(
        self, places: Places, choices: Sequence[Choice], player: Player
    ) -> NDArray[np.int16]:
        actions = [
            self.plays[place].act(player, choice)
            for place, choice in zip(places.tolist(), choices, strict=True)
        ]
        states = self.states[places]
        outcomes = step_many(states, np.array(actions, np.uint8))
        self.states[places] = states
        for place, outcome in zip(places.tolist(), outcomes.tolist(), strict=True):
            if outcome >= 0:
                self.plays[place].note(player, outcome)
        return outcomes

    def _reply(self, places: Places) -> None:
        """Let the partner play where it is its turn, until it is the learner's again."""
        places = self._waiting(places)
        while len(places):
            choices = self._ask(places)
            outcomes = self._apply(places, choices, self.learner.partner)
            for place, outcome in zip(places.tolist(), outcomes.tolist(), strict=True):
                if outcome < 0:
                    role, action = self.learner.partner, self.plays[place].action
                    game = self.plays[place].game
                    raise refused(self.partner, role, action, game, outcome)
            places = self._waiting(places)

    def _waiting(self, places: Places) -> Places:
        if self._memory is not None:
            self._memory.look(self.states)
        places = places[self.states["turn"][places] != self.learner]
        return places[~self.is_over(places)]

    def _ask(self, places: Places) -> list[Choice]:
        plays = [(place, self.plays[place]) for place in places.tolist()]
        if self.learner is Player.FOLLOWER:
            return ask_leader(cast(Leader, self.partner), [play.lead_task() for _, play in plays])
        tasks = [play.follow_task(self._memory, place) for place, play in plays]
        return ask_follower(cast(Follower, self.partner), tasks)

    def _understand(self, place: int) -> None:
        """Note what the learner's current instruction asks for, when it is new."""
        play = self.plays[place]
        if self.learner is Player.LEADER or not play.waiting:
            return
        number = play.queue.number_followed
        errand = self._errands[place]
        if errand is None or errand.number != number:
            meant = play.intentions[play.queue.current]
            self._errands[place] = None if meant is None else MeantDeeds(number, meant)

    def _judge(self, place: int, outcome: int) -> tuple[int, bool | None]:
        """What the follower's action was worth, and whether it ended its instruction well."""
        errand = self._errands[place]
        if errand is None or outcome < 0:
            return 0, None
        return errand.judge(outcome, int(self.states["player_cell"][place, _FOLLOWER]))
