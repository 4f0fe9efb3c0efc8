"""How well a follower carries out recorded instructions. Knows nothing of how it was made.

Read `instructions.py`: each instruction on its own, from its recorded start.
"""

from cerealbar.evaluation.instructions import (
    GIVEN,
    Accuracy,
    InstructionResult,
    evaluate_instructions,
)

__all__ = ["GIVEN", "Accuracy", "InstructionResult", "evaluate_instructions"]
