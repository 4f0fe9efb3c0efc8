"""Where tensors are computed."""

import torch

from cerealbar.learning.experiment import ExperimentError


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
