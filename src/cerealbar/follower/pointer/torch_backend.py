"""The network in torch, where it learns."""

from collections.abc import Callable, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from cerealbar.follower.config import PointerConfig
from cerealbar.follower.pointer.network import PointerNetwork
from cerealbar.follower.pointer.numpy_backend import NumpyBackend
from cerealbar.follower.pointer.places import HERE
from cerealbar.follower.pointer.weights import NetworkPart, network_parts
from cerealbar.follower.vocabulary import Vocabulary

_SPREADS = {"known": 0.5, "spelt": 1.0, "segment": 0.2, "position": 0.2}
"""How far the numbers of words lie apart at first."""


class TorchBackend:
    """Computes with tensors, for a module that learns or does not."""

    def __init__(self, module: nn.Module) -> None:
        self._module = module

    def numbers(self, array: NDArray[np.float32]) -> Tensor:
        """The array as a tensor."""
        return torch.from_numpy(array)

    def take(self, table: Tensor, rows: NDArray[np.integer]) -> Tensor:
        """Rows of a table."""
        return functional.embedding(torch.from_numpy(rows), table)

    def mean_of_groups(
        self, table: Tensor, rows: NDArray[np.int64], firsts: NDArray[np.int64]
    ) -> Tensor:
        """(U, W): the mean of the rows of each group."""
        given = torch.from_numpy(rows), table, torch.from_numpy(firsts)
        return functional.embedding_bag(*given, mode="mean")

    def along(self, x: Tensor, columns: NDArray[np.int64]) -> Tensor:
        """(N, M): of each row of (N, C) the columns (N, M)."""
        return x.gather(1, torch.from_numpy(columns))

    def join(self, parts: Sequence[Tensor], axis: int) -> Tensor:
        """Tensors side by side."""
        return torch.cat(list(parts), dim=axis)

    def fill(self, x: Tensor, where: NDArray[np.bool_], value: float) -> Tensor:
        """The numbers, and a value in place of some."""
        return x.masked_fill(torch.from_numpy(where), value)

    def linear(self, x: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        """A matrix product, and a bias if there is one."""
        return functional.linear(x, weight, bias)

    def norm(self, x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Each row normalised."""
        return functional.layer_norm(x, weight.shape, weight, bias)

    def rectified(self, x: Tensor) -> Tensor:
        """0 in place of what is negative."""
        return torch.relu(x)

    def attend(self, q: Tensor, k: Tensor, v: Tensor, heads: int, bias: Tensor) -> Tensor:
        """(N, S, W): what the queries find among keys and values."""
        q, k, v = (each.view(*each.shape[:2], heads, -1).transpose(1, 2) for each in (q, k, v))
        return functional.scaled_dot_product_attention(q, k, v, bias).transpose(1, 2).flatten(2)

    def dropped(self, x: Tensor, chance: float) -> Tensor:
        """Some of the numbers left out while learning."""
        return functional.dropout(x, chance, self._module.training)

    def kept(self, weights: Sequence[Tensor], compute: Callable[[], Tensor]) -> Tensor:
        """Always computed anew, as weights learn by it."""
        return compute()

    def mix_places(
        self,
        plain: Tensor,
        around: Tensor,
        anchors: Tensor,
        cell_offsets: NDArray[np.int64],
        object_offsets: NDArray[np.int64],
    ) -> Tensor:
        """(N, 625): how likely each cell is."""
        between = torch.from_numpy(cell_offsets[:, None] - object_offsets[..., None] + HERE)
        beside = around.gather(1, between.flatten(1)).view(between.shape)  # (N, O, 625)
        found = (beside + plain.unsqueeze(1)).log_softmax(dim=-1)
        mixed: Tensor = (found + anchors.log_softmax(dim=-1).unsqueeze(-1)).logsumexp(dim=1)
        return mixed


class PointerNet(nn.Module):
    """The weights of a network that learns, and the network that computes with them."""

    def __init__(self, config: PointerConfig, vocabulary: Vocabulary) -> None:
        super().__init__()
        self.config = config
        self.vocabulary = vocabulary
        for name, part in network_parts(config, len(vocabulary)):
            if name == "see":  # all of the words is there
                for table, spread in _SPREADS.items():
                    nn.init.normal_(self.get_parameter(f"words.{table}.weight"), std=spread)
            _put(self, name, _module_of(part))
        weights = dict(self.named_parameters())
        self.network = PointerNetwork(weights, TorchBackend(self), config, vocabulary)

    def arrays(self) -> PointerNetwork:
        """The network as one that follows; it shares the weights, also as they change."""
        weights = {name: tensor.numpy() for name, tensor in self.state_dict().items()}
        return PointerNetwork(weights, NumpyBackend(), self.config, self.vocabulary)


def _module_of(part: NetworkPart) -> nn.Module:
    """A part with fresh weights."""
    match part.kind:
        case "table":
            rows, width = part.shape
            return nn.Embedding(rows, width)
        case "norm":
            return nn.LayerNorm(part.shape)
        case "matrix" | "linear":
            outputs, inputs = part.shape
            return nn.Linear(inputs, outputs, bias=part.kind == "linear")


def _put(module: nn.Module, name: str, part: nn.Module) -> None:
    """Make a module a part of another, below those that its name tells."""
    *above, last = name.split(".")
    for each in above:
        if not hasattr(module, each):
            module.add_module(each, nn.Module())
        module = module.get_submodule(each)
    module.add_module(last, part)
