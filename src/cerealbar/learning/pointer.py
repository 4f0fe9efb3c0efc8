"""How the pointer model learns: goals of demonstrations, batches of them, and its losses."""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from cerealbar.follower.config import PointerConfig
from cerealbar.follower.pointer.decoding import NOWHERE, follow_goals, place_log_probabilities
from cerealbar.follower.pointer.network import EncodedScene, PointerInputs, PointerNetwork
from cerealbar.follower.pointer.objects import find_objects
from cerealbar.follower.pointer.places import ImaginedPoses
from cerealbar.follower.pointer.torch_backend import PointerNet
from cerealbar.follower.pointer.weights import ARRIVAL, GO, STOP
from cerealbar.follower.pointer.words import WordArrays, drop_words, read_words
from cerealbar.follower.vocabulary import Vocabulary
from cerealbar.game import (
    HEADINGS,
    IS_PASSABLE,
    MAX_CARDS,
    Action,
    Array,
    StateArray,
    card_slot,
    kernel,
)
from cerealbar.learning.demonstrations import Demonstrations

LOSS_WEIGHTS = {"goals": 1.0, "place": 1.0, "heading": 0.3}
"""How much each loss counts."""
_IGNORED = -100
_ARRIVAL, _TURNS = int(ARRIVAL), (int(Action.LEFT), int(Action.RIGHT))


@dataclass(frozen=True, slots=True)
class PointerExamples:
    """N demonstrations as goals."""

    states: StateArray
    """(N,)."""
    words: WordArrays
    goals: NDArray[np.int64]
    """(N, max goals): slots of the cards in order, then -1."""
    places: NDArray[np.int64]
    """(N,): the cell on which they end, or `NOWHERE` if that is the last card's."""
    headings: NDArray[np.int64]
    """(N,): how they look at the end, as `ARRIVAL` tells."""
    config: PointerConfig

    def __len__(self) -> int:
        return len(self.states)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """(N,): how many words are read; batches of similar ones are cheap."""
        return self.words.lengths

    def take(self, chosen: NDArray[np.integer]) -> "PointerExamples":
        """Some of them."""
        goals = self.goals[chosen], self.places[chosen], self.headings[chosen]
        return PointerExamples(self.states[chosen], self.words.take(chosen), *goals, self.config)

    def inputs(self, rng: np.random.Generator | None = None) -> PointerInputs:
        """What the network is given of them; with a generator, some words are dropped."""
        words = self.words
        if rng is not None:
            words = drop_words(words, self.config.word_dropout, rng)
        return PointerInputs(self.states, find_objects(self.states, self.config.props), words)


@kernel
def _find_goals(
    states: Array,
    first: Array,
    actions: Array,
    cells: Array,
    headings: Array,
    goals: Array,
    places: Array,
    facing: Array,
) -> None:
    times = np.empty(MAX_CARDS, np.int64)
    order = np.empty(MAX_CARDS, np.int64)
    for i in range(len(states)):
        times[:] = 0
        count = 0
        last = first[i + 1] - 1
        for step in range(first[i], last):
            if cells[step + 1] != cells[step]:
                slot = card_slot(states[i], cells[step + 1])
                if slot >= 0:
                    if times[slot] == 0:
                        order[count] = slot
                        count += 1
                    times[slot] += 1
        found = 0
        end = cells[last]
        places[i] = end
        for slot in order[:count]:
            if times[slot] % 2 == 1 and found < goals.shape[1]:
                goals[i, found] = slot
                found += 1
                places[i] = end if states[i].card_cell[slot] != end else NOWHERE
        has_card = card_slot(states[i], end) >= 0 and end != cells[first[i]]
        if has_card or not IS_PASSABLE[states[i].tile[end]]:  # as it was known at the start
            places[i] = NOWHERE
        facing[i] = _ARRIVAL
        if last > first[i] and actions[last - 1] in _TURNS:
            turned = np.int64(headings[last]) - np.int64(headings[first[i]])
            facing[i] = turned % HEADINGS


def prepare(
    demonstrations: Demonstrations, vocabulary: Vocabulary, config: PointerConfig
) -> PointerExamples:
    """What the model learns from demonstrations.

    The goals are the cards that the follower touched an odd number of times, in the order in which
    it first touched them. If it does not end on the last of them, where it ends is a place to go.
    """
    count = len(demonstrations)
    goals = np.full((count, config.max_goals), -1, np.int64)
    places, headings = np.empty(count, np.int64), np.empty(count, np.int64)
    log = demonstrations.actions, demonstrations.cells, demonstrations.headings
    _find_goals(demonstrations.start, demonstrations.first, *log, goals, places, headings)
    words = read_words(demonstrations.texts, demonstrations.pasts, vocabulary, config)
    return PointerExamples(demonstrations.start, words, goals, places, headings, config)


def pointer_loss(
    net: PointerNet, batch: PointerExamples, rng: np.random.Generator | None = None
) -> dict[str, Tensor]:
    """The losses by name, each weighted and summed over the examples of the batch.

    With a generator, some words are dropped.

    `goals`: of every option that was chosen, the end included; `place`: of the cells on which those
    end who do not end on a card; `heading`: of how all look at the end.
    """
    inputs, counts = batch.inputs(rng), (batch.goals >= 0).sum(axis=1)
    network = net.network
    scene = network.encode(inputs)
    steps = int(counts.max(initial=0)) + 1
    followed = follow_goals(network, inputs, scene, batch.goals[:, : steps - 1])
    chosen = torch.from_numpy(_options(batch, inputs.objects.slots, steps)).flatten()
    last = followed.states[torch.arange(len(batch)), torch.from_numpy(counts)]
    headings, facing = network.heading_logits(last), torch.from_numpy(batch.headings)
    losses = {
        "goals": functional.cross_entropy(followed.logits.flatten(0, 1), chosen, reduction="sum"),
        "place": _place_loss(network, inputs, batch.places, scene, last, followed.poses),
        "heading": functional.cross_entropy(headings, facing, reduction="sum"),
    }
    return {name: LOSS_WEIGHTS[name] * loss for name, loss in losses.items()}


def _options(batch: PointerExamples, slots: int, steps: int) -> NDArray[np.int64]:
    """(N, S): the option that was chosen at every step; ignored are those after the last."""
    counts = (batch.goals >= 0).sum(axis=1)
    ends = slots + np.where(batch.places == NOWHERE, STOP, GO)
    options = np.full((len(batch), steps), _IGNORED, np.int64)
    options[:, :-1] = np.where(
        batch.goals[:, : steps - 1] >= 0, batch.goals[:, : steps - 1], _IGNORED
    )
    options[np.arange(len(batch)), counts] = ends
    return options


def _place_loss(
    net: PointerNetwork,
    inputs: PointerInputs,
    places: NDArray[np.int64],
    scene: EncodedScene,
    last: Tensor,
    poses: ImaginedPoses,
) -> Tensor:
    """Of the places of those who go to one, from the states (N, W) of the last steps."""
    rows = np.flatnonzero(places != NOWHERE)
    if not len(rows):
        return last.new_zeros(())
    found = place_log_probabilities(net, inputs, scene, last, poses, rows)
    return functional.nll_loss(found, torch.from_numpy(places[rows]), reduction="sum")
