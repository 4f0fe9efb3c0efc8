"""Games with a partner as a learner meets them: observations, rewards, ends and infos."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cerealbar.env.observations import Observation
from cerealbar.env.options import LearnerTable
from cerealbar.env.seeds import MapSeeds
from cerealbar.game import Action


class LearnerGames:
    """The games of a table, and what came of the learner's last action in each."""

    def __init__(self, table: LearnerTable) -> None:
        self.games = table.games
        self._seat, self._view, self._options = table.seat, table.view, table.options
        count = len(self.games.states)
        self._outcomes = np.zeros(count, np.int16)
        self._successes: list[bool | None] = [None] * count
        self.masks = np.zeros((count, table.seat.actions), np.int8)
        """(N, actions): what the learner can do now."""
        self.masks[:, Action.DONE] = 1  # as nobody has begun

    def begin(
        self, places: NDArray[np.intp], map_seeds: MapSeeds, maps: Sequence[int] | None
    ) -> None:
        """New games at some places."""
        self.games.begin(places, map_seeds, maps)
        self._outcomes[places] = 0
        for place in places.tolist():
            self._successes[place] = None
        self.masks = self._seat.masks(self.games)

    def act(
        self, places: NDArray[np.intp], sent: Sequence[Any]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """(n,): rewards of actions in some games, which have terminated, which are cut off."""
        choices = [
            self._seat.choice(self.games, place, action)
            for place, action in zip(places.tolist(), sent, strict=True)
        ]
        deeds = self.games.act(places, choices)
        self._outcomes[places] = deeds.outcomes
        for place, success in zip(places.tolist(), deeds.successes, strict=True):
            self._successes[place] = success
        self.masks = self._seat.masks(self.games)
        rewards = deeds.sets if self._options.reward == "sets" else deeds.worth
        is_over = (self.games.states["half_turns_left"][places] == 0) | deeds.ended
        is_cut = self.games.is_over(places) & ~is_over  # games without a limit end somewhere
        return rewards.astype(np.float64), is_over, is_cut

    def observe(self) -> Observation:
        """What the learner is told of all games, in arrays (N, ...) of their own."""
        texts = [self.games.instruction(place) for place in range(len(self.masks))]
        return self._view.observe(self.games.states, texts, self.masks)

    def info(self, place: int) -> dict[str, Any]:
        """What else it is told of one game."""
        info = {
            "action_mask": self.masks[place].copy(),
            "outcome": int(self._outcomes[place]),
            "score": int(self.games.states["score"][place]),
            **self._seat.told(self.games, place),
        }
        if (success := self._successes[place]) is not None:
            info["is_success"] = success
        return info
