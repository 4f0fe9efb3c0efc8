"""What to do with a card: verbs of taking and of putting back, and ways around the verb."""

from cerealbar.language.cards import Reference, refer
from cerealbar.language.claims import Phrase, Refers, Toggles, phrase
from cerealbar.language.faces import ALL, name_face
from cerealbar.language.pen import Pen
from cerealbar.language.places import landmark_modifier
from cerealbar.language.sides import side_modifier
from cerealbar.language.trail import Deed, Leg
from cerealbar.language.words import words

_TAKE = words(
    "take",
    "get {}:30 | pick up {}:22 | grab {}:16 | collect {}:6 | take {}:7 | select {}:4"
    " | step on {}:3 | go get {}:2 | go pick up {}:0.7 | go grab {}:0.7 | go to {}:3"
    " | walk to {}:1.5 | pickup {} | walk onto {}:0.5 | step onto {}:0.7 | retrieve {}:0.5"
    " | snag {}:0.4 | go and get {}:0.5 | head to {}:0.7 | fetch {}:0.2 | gather {}:0.2"
    " | pick {}:0.5 | run to {}:0.4 | activate {}:0.2 | capture {}:0.1 | nab {}:0.15"
    " | land on {}:0.2 | obtain {}:0.1 | acquire {}:0.1 | hit {}:0.3 | run over {}:0.2"
    " | scoop up {}:0.15 | walk over {}:0.4 | claim {}:0.1 | head for {}:0.3 | choose {}:0.15"
    " | move onto {}:0.4 | touch {}:0.1 | secure {}:0.05 | swing by {}:0.1 | score {}:0.05"
    " | seize {}:0.03 | hop on {}:0.1 | stop on {}:0.1 | stand on {}:0.3 | come get {}:0.2"
    " | find {}:0.4 | click on {}:0.08 | tag {}:0.08 | highlight {}:0.05 | run and get {}:0.2"
    " | run to get {}:0.2 | get yourself on {}:0.05 | aim for {}:0.1 | mark {}:0.04"
    " | turn on {}:0.04 | reach {}:0.1",
)
_DROP = words(
    "drop",
    "deselect {}:16 | unselect {}:10 | de-select {} | drop {}:2 | put back {} | un-select {}:0.7"
    " | step on {} again:2 | remove {}:0.7 | undo {}:0.3 | put down {}:0.5"
    " | step on {} to deselect it:2 | go back and deselect {}:0.7 | walk over {} again:0.5"
    " | release {}:0.2 | unclick {}:0.2 | step back on {} to unselect it | get rid of {}:0.7"
    " | cancel {}:0.2 | go deselect {} | turn off {}:0.2 | return {}:0.1 | discard {}:0.2"
    " | step over {} again:0.2",
)
_TAKE_SEVERAL = words(
    "take several",
    "get {}:20 | pick up {}:16 | grab {}:14 | collect {}:6 | take {}:6 | select {}:3"
    " | step on {}:2 | go get {}:2 | gather {}:0.5 | snag {}:0.3 | pick {}:0.5 | retrieve {}:0.3",
)
_DROP_SEVERAL = words("drop several", "deselect {}:10 | unselect {}:8 | de-select {} | drop {}")
_DROP_THIS = words(
    "drop what one stands on",
    "deselect {}:16 | unselect {}:12 | de-select {} | drop {} | un-select {}:0.7 | undo {}:0.4"
    " | put back {}:0.5 | back up to deselect {} | step off {} and back on"
    " | get off {} to deselect it",
)
_PRONOUN = words("it", "it:10 | that:1.5 | that card:1.5 | that one")
_PRONOUNS = words("them", "them:8 | those:1.5 | it:1.5 | that card | that")
_TAKE_IT = words(
    "take it",
    "get {}:14 | grab {}:14 | pick {} up:10 | take {}:6 | collect {}:4 | select {}:2"
    " | step on {}:2 | go get {}:2",
)
_DROP_IT = words("drop it", "deselect {}:8 | unselect {}:6 | drop {} | step on {} to deselect")
_FORESEE = words(
    "you will see",
    "you will see {}:8 | you'll see {}:6 | you should see {}:5 | there will be {}:2"
    " | there is {}:3 | there's {}:2 | look for {}:2 | you can see {} | you will find {}"
    " | you'll find {} | find {} | there you will see {}:0.4 | there should be {}"
    " | do you see {}:0.5 | see {}:0.7 | notice {}:0.2 | spot {}:0.1"
    " | you will come across {}:0.2 | you'll come to {}:0.3",
)
_THE_ONE_YOU_SEE = words(
    "the card you see",
    "the card you see:5 | the first card you see:4 | the card that you see | the card in view:0.7"
    " | the first card you come to | the next card:2 | the card there | the first one you see:0.7",
)


def take_phrase(pen: Pen, leg: Leg, reference: Reference) -> Phrase:
    """A verb with a card for its object."""
    taken = phrase(take_words(pen, leg), reference.phrase)
    return Phrase(taken.text, (toggles(leg), *taken.claims))


def take_words(pen: Pen, leg: Leg) -> str:
    """A verb with a gap for the card."""
    if leg.deed is Deed.SELECT:
        return pen.pick(_TAKE)
    is_here = pen.scene.poses[leg.first].cell == leg.target
    return pen.pick(_DROP_THIS if is_here else _DROP)


def take_several_words(pen: Pen, deed: Deed) -> str:
    """A verb with a gap for more than one card."""
    return pen.pick(_TAKE_SEVERAL if deed is Deed.SELECT else _DROP_SEVERAL)


def toggles(leg: Leg) -> Toggles:
    """The claim that a leg's card is toggled."""
    return Toggles(leg.target, leg.deed is Deed.DESELECT)


def it(pen: Pen, *, is_plural: bool) -> str:
    """A pronoun for a card."""
    return pen.pick(_PRONOUNS if is_plural else _PRONOUN)


def take_it(pen: Pen, leg: Leg, *, is_plural: bool) -> str:
    """A verb with a pronoun for a card that was just named."""
    table = _TAKE_IT if leg.deed is Deed.SELECT else _DROP_IT
    return pen.pick(table).format(it(pen, is_plural=is_plural))


def foresee_phrase(pen: Pen, leg: Leg, at: int) -> Phrase | None:
    """What the follower will see, and then that it is to be taken."""
    found = refer(pen, leg, at, is_definite=False)
    if found is None:
        return None
    told = phrase(pen.pick(_FORESEE), found.phrase)
    if found.is_plural and "there" in told.text:
        told = told._replace(text=told.text.replace("there is", "there are", 1))
    joint = " - " if pen.chance(0.1) else ", " if pen.chance(0.6) else " and "
    if told.text.startswith(("see ", "do you see")):
        joint = "? "
    return Phrase(
        told.text + joint + take_it(pen, leg, is_plural=found.is_plural),
        (toggles(leg), *told.claims),
    )


def seen_words(pen: Pen) -> str:
    """The nearest card in view, as the one that one sees."""
    return pen.pick(_THE_ONE_YOU_SEE)


_NEED = words(
    "we need",
    "we need {}:6 | we still need {}:3 | the next card is {}:2 | next up is {} | i need {}:2"
    " | next card is {} | your card is {} | now we need {}:2",
)
_IT_IS = words("it is", ", it's:6 | , it is:4 | . it's:3 | . it is:3 | , its | , which is:0.4")
_THEY_ARE = words("they are", ", they're:5 | , they are:4 | . they are:3 | , it's:3 | . it's:2")


def need_phrase(pen: Pen, leg: Leg, at: int) -> Phrase | None:
    """The card that is wanted, and then where it is."""
    scene = pen.scene
    where = side_modifier(pen, leg.target, at)
    if where is None or leg.deed is not Deed.SELECT:
        return None
    named = name_face(pen, scene.cards[leg.target], ALL)
    candidates = scene.candidates(leg, at)
    if sum(scene.matches(cell, named.face, where.relations) for cell in candidates) > 1:
        return None
    more = landmark_modifier(pen, leg.target, at) if pen.chance(pen.style.landmarks) else None
    text = pen.pick(_NEED).format(f"the {named.words}")
    text += f"{pen.pick(_THEY_ARE if named.is_plural else _IT_IS)} {where.text}"
    relations, claims = where.relations, where.claims
    if more is not None:
        text += f" {more.text}"
        relations, claims = (*relations, *more.relations), (*claims, *more.claims)
    claim = Refers(leg.target, scene.poses[at], candidates, named.face, relations)
    return Phrase(text, (toggles(leg), claim, *claims))
