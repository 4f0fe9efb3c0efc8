"""Reading where to turn and go, how far, and on which side things lie."""

from cerealbar.agents.rule_based.clauses import ClauseReader, Voice
from cerealbar.agents.rule_based.drafts import ON_CARDS
from cerealbar.agents.rule_based.idioms import Chunk
from cerealbar.agents.rule_based.lexicon import AHEAD, BEHIND, LEFT, RIGHT, ChunkPart
from cerealbar.agents.rule_based.orders import Order, OrderKind


class WayReader(ClauseReader):
    """Reads ways, sides and distances too."""

    def read_way(self, chunk: Chunk) -> None:
        """A bare `left`, `forward` or `back`, with the number that stands by it."""
        assert chunk.bearing is not None
        if self.verb is OrderKind.PUT_BACK and chunk.bearing == BEHIND:
            return  # `put it back`
        if self.voice is not Voice.ASKED:
            if not (self.is_cut or chunk.kind is OrderKind.TURN):
                return
            self.voice = Voice.ASKED
        before = self.before()
        number = self.number_after(chunk.bearing)
        after_card = self.follows(ChunkPart.CARD) and number is None
        if chunk.kind is OrderKind.TURN:
            self.turn(chunk.bearing)
        elif after_card and self.current is not None and not chunk.kind:
            self.describe_side(chunk.bearing)
        elif chunk.bearing in (LEFT, RIGHT):
            self.turn(chunk.bearing, number)
        elif chunk.bearing == BEHIND:
            if self.verb is OrderKind.TURN:
                self.turn(BEHIND)
            elif number is not None or chunk.kind is not None:
                self.move(BEHIND, number or 1)
        elif number is not None:
            self.move(AHEAD, number)
        elif self.verb is OrderKind.GO and before is not None and before.kind is OrderKind.GO:
            self.move(AHEAD, None)
        else:
            self.describe_side(AHEAD)

    def number_after(self, bearing: int) -> int | None:
        """The number after a way, unless it belongs to the way after it: `left one forward`."""
        if self.next() not in (ChunkPart.STEPS, ChunkPart.TIMES):
            return None
        chunk = self.chunks[self.i]
        is_turn = bearing in (LEFT, RIGHT)
        if is_turn and chunk.part is ChunkPart.STEPS:
            belongs_on = self.next(1) is ChunkPart.WAY and self.next(2) is not ChunkPart.STEPS
            if chunk.word == "unit" or belongs_on:
                return None
        self.i += 1
        return chunk.number

    def read_steps(self, chunk: Chunk) -> None:
        """How far to go, how often to turn, or how far away something is."""
        if self.voice is not Voice.ASKED:
            return
        if self.next() is ChunkPart.WAY and self.chunks[self.i].kind is not OrderKind.TURN:
            bearing = self.chunks[self.i].bearing
            assert bearing is not None
            is_place = self.follows(ChunkPart.CARD) and self.current is not None
            self.i += 1
            if is_place and bearing not in (LEFT, RIGHT):  # `the red star 3 steps ahead`
                self.describe_side(bearing)
                self.read_away(chunk)
            elif bearing not in (LEFT, RIGHT):
                self.move(bearing, chunk.number)
            elif chunk.word == "unit":
                self.turn(bearing)
                self.move(AHEAD, chunk.number)
            else:
                self.turn(bearing, chunk.number)
            return
        way = self.drafts.last_way()
        goes_on = way is not None and self.follows(ChunkPart.WAY)
        is_turn = self.verb is OrderKind.TURN and chunk.word != "unit"
        if way is not None and (is_turn or (goes_on and way.order.kind is OrderKind.GO)):
            way.tell(number=chunk.number)
        elif goes_on:
            self.move(AHEAD, chunk.number)
        elif self.next() is ChunkPart.SIDE or (self.next() is ChunkPart.JOIN and self.verb is None):
            self.away = chunk.number
        elif chunk.word == "unit" or self.verb is OrderKind.GO or way is not None:
            self.move(AHEAD, chunk.number)

    def read_times(self, chunk: Chunk) -> None:
        """How often to turn or step."""
        way = self.drafts.last_way()
        if way is not None and way.order.number is None and self.voice is Voice.ASKED:
            way.tell(number=chunk.number)
        elif self.verb is OrderKind.TURN:
            self.times = chunk.number

    def read_away(self, chunk: Chunk) -> None:
        """How many steps away a card is."""
        if self.current is not None and self.current.order.kind in ON_CARDS:
            self.current.tell(number=chunk.number)
        else:
            self.away = chunk.number

    def read_rank(self, chunk: Chunk) -> None:
        """Which of several cards is meant."""
        if self.current is not None:
            self.current.tell(rank=chunk.number)

    def read_side(self, chunk: Chunk) -> None:
        """Where something lies, or after a verb of turning where to turn."""
        assert chunk.bearing is not None
        before = self.before()
        led = before is not None and before.kind is OrderKind.GO
        if self.voice is Voice.MINE:
            return
        if (
            self.voice is Voice.ASKED
            and self.current is None
            and (self.verb is OrderKind.TURN or led)
        ):
            self.turn(chunk.bearing)
        else:
            self.describe_side(chunk.bearing)

    def describe_side(self, bearing: int) -> None:
        """Say of what is being described, or of what comes next, on which side it lies."""
        if self.current is None or self.current.order.kind is OrderKind.TURN:
            if self.voice is Voice.ASKED:
                self.bearing = joint_bearing(self.bearing, bearing)
            return
        self.current.tell(bearing=joint_bearing(self.current.order.bearing, bearing))

    def turn(self, bearing: int, number: int | None = None) -> None:
        """Turning is asked for."""
        number, self.times = number or self.times, None
        if bearing == BEHIND:
            number = None
        self.add(Order(OrderKind.TURN, bearing=bearing, number=number))
        self.current = None

    def move(self, bearing: int, number: int | None) -> None:
        """Going straight is asked for."""
        self.add(Order(OrderKind.GO, bearing=bearing, number=number))
        self.current = None


def joint_bearing(first: int | None, second: int) -> int:
    """Two sides as one: behind to the right, ahead to the left."""
    if first is None or first == second:
        return second
    if {abs(first), abs(second)} == {90, 180}:
        return (first if abs(first) == 90 else second) * 3 // 2
    if 0 in (first, second):
        return (first + second) // 2
    return second
