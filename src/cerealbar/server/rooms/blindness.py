"""What blind games leave out: the words of those who give up, by which agents would be known."""

import msgspec

from cerealbar.wire.scene import GiveUpTold, Happening, Situation


def without_reasons(shown: Situation) -> Situation:
    """A situation in which nobody says why an instruction was given up."""
    if not any(known.reason for known in shown.instructions):
        return shown
    known = tuple(msgspec.structs.replace(known, reason="") for known in shown.instructions)
    return msgspec.structs.replace(shown, instructions=known)


def untold_reasons(told: tuple[Happening, ...]) -> tuple[Happening, ...]:
    """What happened, likewise."""
    return tuple(
        GiveUpTold(text=happening.text) if isinstance(happening, GiveUpTold) else happening
        for happening in told
    )
