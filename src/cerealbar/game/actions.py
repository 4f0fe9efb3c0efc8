"""What a player can do, and what the rules say came of it."""

from enum import IntEnum, IntFlag

import numpy as np

from cerealbar.game.errors import UnknownActionError


class Action(IntEnum):
    """An action of the player whose turn it is."""

    FORWARD = 0
    BACKWARD = 1
    LEFT = 2
    RIGHT = 3
    DONE = 4
    INSTRUCT = 5
    TIME_OUT = 6
    CANCEL = 7
    """The leader withdraws all instructions that wait, the current one included."""
    GIVE_UP = 8
    """The follower cannot carry the current instruction out; for the rules it is `DONE`."""

    @property
    def word(self) -> str:
        """The spelling in files and notation: `forward`, ..., `time-out`."""
        return _WORDS[self]

    @property
    def is_step(self) -> bool:
        """Whether it acts in the world and so uses a step (the paper's world actions)."""
        return self <= Action.RIGHT


ACTIONS = tuple(Action)
_WORDS = tuple(action.name.lower().replace("_", "-") for action in ACTIONS)
_DEEDS = {
    Action.FORWARD: "move forward",
    Action.BACKWARD: "move backward",
    Action.LEFT: "turn left",
    Action.RIGHT: "turn right",
    Action.DONE: "be done",
    Action.INSTRUCT: "instruct",
    Action.TIME_OUT: "run out of time",
    Action.CANCEL: "cancel",
    Action.GIVE_UP: "give up",
}


def deed_words(action: Action) -> str:
    """The action as a verb, for sentences such as `leader cannot move forward`."""
    return _DEEDS[action]


def check_action(action: object) -> Action:
    """The value as an `Action`.

    Raises:
        UnknownActionError: it is none.
    """
    if isinstance(action, Action):
        return action
    if isinstance(action, int | np.integer) and not isinstance(action, bool):
        number = int(action)
        if 0 <= number < len(ACTIONS):
            return ACTIONS[number]
    words = ", ".join(known.word for known in ACTIONS)
    raise UnknownActionError(f"{action!r} is no action: expected one of {words}")


class Outcome(IntFlag):
    """What an accepted action did; several can hold at once."""

    MOVED = 1
    """The player has another cell or heading, and a step is used."""
    BUMPED = 2
    """The way was blocked: nothing changed and no step is used."""
    TOGGLED = 4
    """A card was selected or deselected."""
    SET_MADE = 8
    """The selected cards were a valid set: a point, new cards, more turns."""
    FINISHED = 16
    """The follower's current instruction is done."""
    INSTRUCTED = 32
    """An instruction joined the queue."""
    TURN_ENDED = 64
    """The turn is over."""
    SKIPPED = 128
    """The follower's turn was skipped, because no instruction waited."""
    GAME_OVER = 256
    """No half-turn is left."""
    CANCELLED = 512
    """All instructions that waited were withdrawn."""


class Refusal(IntEnum):
    """Why the rules refuse an action: what the batch call returns, always below 0."""

    GAME_OVER = -1
    NO_STEPS = -2
    NOT_LEADER = -3
    QUEUE_FULL = -4
    UNKNOWN_ACTION = -5
    NOT_FOLLOWER = -6
    NOTHING_WAITS = -7
    NOT_ALLOWED = -8
