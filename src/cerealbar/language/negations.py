"""What not to do: cards to leave alone, not yet or not at all."""

from cerealbar.game import DISTANCE_FROM
from cerealbar.language.cards import refer
from cerealbar.language.claims import Phrase, Spares, TouchesNone, phrase
from cerealbar.language.pen import Pen
from cerealbar.language.trail import Deed, Leg
from cerealbar.language.words import words

_NOT_YET = words(
    "not yet",
    "but don't pick {it} up yet:8 | but don't get {it} yet:4 | but do not get {it} yet:3"
    " | but don't grab {it} yet:4 | but do not pick {it} up yet:2 | but don't step on {it} yet:3"
    " | but don't take {it}:2 | but don't touch {it} yet | without picking {it} up:2"
    " | but do not select {it} | but leave {it} for now:0.5 | but stop before you get {it}"
    " | but don't select {it} yet:2 | but do not collect {it} | don't pick {it} up yet:2"
    " | but wait to pick {it} up:0.5 | but don't actually pick {it} up:0.5",
)
_SPARE = words(
    "spare",
    "don't touch {}:6 | avoid {}:5 | but don't pick up {}:3 | do not step on {}:3"
    " | don't step on {}:4 | skip {}:3 | without touching {}:2 | be careful not to touch {}"
    " | don't get {}:2 | not {}:2 | but not {}:2 | make sure you don't step on {}"
    " | watch out for {} | go around {} | without stepping on {} | leave {} alone | ignore {}:0.7"
    " | don't accidentally get {}:0.5",
)
_BARE = ("the card", "card")
_NO_CARDS = words(
    "no cards",
    "without collecting any cards:3 | but don't pick up any cards:4 | don't pick up any cards:3"
    " | without picking up any cards:2 | but don't get any cards:2 | without touching any cards:2"
    " | don't step on any cards:2 | avoid any cards | no cards yet"
    " | but don't select anything:0.7",
)


def not_yet(pen: Pen, it: str) -> str:
    """That a card which was named is not to be taken now."""
    return pen.pick(_NOT_YET).format(it=it)


def spare_phrase(pen: Pen) -> Phrase | None:
    """A card close to the way that is to be left alone."""
    scene = pen.scene
    taken = scene.selected.union(scene.intention.cards)
    cells = {pose.cell for pose in scene.poses}
    start, end = scene.poses[0].cell, scene.poses[-1].cell
    for card in sorted(scene.sight(0) - taken):
        row = DISTANCE_FROM[card]
        if row[end] > 1 and row[start] > 0 and any(row[cell] == 1 for cell in cells):
            found = refer(pen, Leg(Deed.SELECT, card, 0, 0, ()), 0, has_sides=False)
            if found is not None and not found.phrase.text.startswith(_BARE):
                spared = phrase(pen.pick(_SPARE), found.phrase)
                return Phrase(spared.text, (*spared.claims, Spares(card)))
    return None


def no_cards_phrase(pen: Pen, leg: Leg) -> Phrase:
    """That a way leads to no card at all."""
    return Phrase(pen.pick(_NO_CARDS), (TouchesNone(leg.first, leg.last),))
