"""Small networks on busy machines: one thread is fastest, and repeatable."""

import torch

torch.set_num_threads(1)
