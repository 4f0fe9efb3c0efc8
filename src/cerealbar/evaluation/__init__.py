"""How well a follower carries out recorded instructions. Knows nothing of how it was made.

Read `instructions.py`: each instruction on its own, from its recorded start.
"""

from cerealbar.evaluation.instructions import (
    Accuracy,
    InstructionResult,
    evaluate_instructions,
    given_by,
)

__all__ = ["Accuracy", "InstructionResult", "evaluate_instructions", "given_by"]
