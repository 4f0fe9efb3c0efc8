"""Where training computes: on a device, in one process or in several started by `torchrun`.

Each takes its share of every batch, gradients are added up, and so all stay alike.
"""

import os
from typing import Any, TypeVar

import numpy as np
import torch
import torch.distributed as dist
from numpy.typing import NDArray
from torch import nn

from cerealbar.learning.experiment import ExperimentError

Item = TypeVar("Item")


class Workers:
    """This process among the others."""

    def __init__(self, device: torch.device) -> None:
        self.rank = int(os.environ.get("RANK", "0"))
        self.count = int(os.environ.get("WORLD_SIZE", "1"))
        self.device = device
        if self.count > 1 and not dist.is_initialized():
            dist.init_process_group("nccl" if device.type == "cuda" else "gloo")

    @property
    def is_first(self) -> bool:
        """Whether this process writes files and shows progress."""
        return self.rank == 0

    def share(self, items: NDArray[np.int64]) -> NDArray[np.int64]:
        """This process's part of what is done together."""
        return items[self.rank :: self.count]

    def add_gradients(self, module: nn.Module) -> None:
        """Give every process the sum of all gradients."""
        if self.count == 1:
            return
        parameters = [each for each in module.parameters() if each.requires_grad]
        grads = [torch.zeros_like(each) if each.grad is None else each.grad for each in parameters]
        flat = torch.cat([grad.flatten() for grad in grads])
        dist.all_reduce(flat)
        first = 0
        for each in parameters:
            each.grad = flat[first : first + each.numel()].view_as(each)
            first += each.numel()

    def add(self, values: dict[str, float]) -> dict[str, float]:
        """The sums of all processes' values."""
        parts = self.gather(values)
        return {name: sum(part[name] for part in parts) for name in values}

    def gather(self, item: Item) -> list[Item]:
        """What each process has, in the order of their ranks."""
        if self.count == 1:
            return [item]
        found: list[Any] = [None] * self.count
        dist.all_gather_object(found, item)
        return found

    def wait(self) -> None:
        """Go on when all are here."""
        if self.count > 1:
            dist.barrier()

    def close(self) -> None:
        """The work is over."""
        if self.count > 1 and dist.is_initialized():
            dist.destroy_process_group()


def open_device(name: str, threads: int = 1) -> torch.device:
    """The device of a name, with so many threads for what the processor computes.

    Raises:
        ExperimentError: there is none.
    """
    if threads < 1:
        raise ExperimentError(f"cannot compute with {threads} threads: expected at least 1")
    torch.set_num_threads(threads)
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        told = str(error).partition("\n")[0]
        raise ExperimentError(f"cannot compute on {name!r}: {told}") from None
    return device
