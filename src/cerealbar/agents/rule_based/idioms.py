"""Fixed turns of phrase, which mean something else than their words do one by one."""

from dataclasses import dataclass

from cerealbar.agents.rule_based.lexicon import AHEAD, BEHIND, LEFT, RIGHT, Part
from cerealbar.agents.rule_based.orders import Landmark, Order, OrderKind, Spot, Where, Which


A_LONG_WAY = 24
"""Steps to go until something is in the way."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Some words that belong together, and what they say."""

    part: Part
    word: str = ""
    """The only word, or the first."""
    card: Order | None = None
    what: Landmark | None = None
    is_plural: bool = False
    is_definite: bool = False
    kind: OrderKind | None = None
    how: Where | None = None
    bearing: int | None = None
    number: int | None = None


def _each(part: Part, texts: str, **fields: object) -> dict[str, Phrase]:
    return {
        text.strip(): Phrase(part, text.split()[0], **fields)  # type: ignore[arg-type]  # by name
        for text in texts.split(",")
    }


def _sides() -> dict[str, Phrase]:
    found: dict[str, Phrase] = {}
    for word, bearing, how in (("left", LEFT, Where.LEFT_OF), ("right", RIGHT, Where.RIGHT_OF)):
        for lead in ("to your", "on your", "to the", "on the", "at your", "your", "off to your",
                     "off to the", "toward your", "towards your", "over to your",
                     "to you 're", "on you 're", "to", "on", "just to your", "just to the"):  # fmt: skip
            for tail in ("", " side", " hand side", " hand"):
                found[f"{lead} {word}{tail}"] = Phrase(Part.SIDE, lead, bearing=bearing)
                found[f"{lead} {word}{tail} of"] = Phrase(Part.JOIN, lead, how=how)
        for lead in ("slightly to the", "slightly", "a little", "a bit", "a bit to the", "bit",
                     "a little to the", "little", "slight", "slightly to your", "slightly to",
                     "a bit to your", "a little to your", "slightly to you 're", "slightly on your",
                     "slightly on the"):  # fmt: skip
            found[f"{lead} {word}"] = Phrase(Part.SIDE, lead, bearing=bearing // 2)
        for tail in (" of", " side of", " hand side of", " end of", " hand end of"):
            found[f"{word}{tail}"] = found[f"the {word}{tail}"] = Phrase(Part.JOIN, word, how=how)
    return found


IDIOMS: dict[tuple[str, ...], Phrase] = {
    tuple(text.split()): phrase
    for text, phrase in (
        _sides()
        | _each(
            Part.SIDE,
            "in front of you, ahead of you, in front, up ahead, just ahead, before you, you see,"
            " directly in front of you, right in front of you, in front of your face,"
            " in front of where you are, you are facing, you 're facing, straight ahead of you",
            bearing=AHEAD,
        )
        | _each(
            Part.SIDE,
            "behind you, in back of you, at your back, behind your back, back there, back behind"
            " you, straight behind you, directly behind you, right behind you",
            bearing=BEHIND,
        )
        | _each(Part.RANK, "closest to you, nearest to you, nearest you, that is closest, closest"
            " one, close to you, near you, you come to, you come across, you see first", number=0)
        | _each(Part.RANK, "far away, furthest away, farthest away, furthest back, farthest back, in"
            " the distance, that is furthest, furthest from you, farthest from you", number=-1)
        | _each(
            Part.JOIN,
            "next to, close to, near to, adjacent to, over by, out by, up by, down by, foot of,"
            " base of, at the foot of, bottom of, side of, end of, tip of, close by, closest to,"
            " nearest to, nearest, across from, away from, at the base of, from, out of, over near,"
            " next door to, up against",
            how=Where.NEAR,
        )
        | _each(
            Part.JOIN,
            "other side of, on the other side of, to the other side of, the other side of, on the far"
            " side of, far side of, opposite side of, far end of, back of, in back of,"
            " other end of, back side of, across the other side of, just past, just beyond,"
            " just behind, just across, just over, all the way across, right past, right behind",
            how=Where.PAST,
        )
        | _each(
            Part.JOIN,
            "in front of, this side of, near side of, ahead of, just before, right before,"
            " front of, this end of, in the front of",
            how=Where.BEFORE,
        )
        | _each(Part.JOIN, "in between, in the middle of, middle of, center of", how=Where.BETWEEN)
        | _each(Part.JOIN, "top of, on top of, end up on, park on, stop on", how=Where.ON)
        | _each(
            Part.JOIN,
            "go around, walk around, step around, go round, walk round, move around, circle around,"
            " all the way around, head around, loop around, back around, come around, run around",
            how=Where.AROUND,
        )
        | _each(Part.JOIN, "in the direction of, line up with, get close to, get near, get closer"
            " to, get ready to pick up, get ready to get, get ready to grab", how=Where.TOWARDS)
        | _each(
            Part.TO,
            "over to, up to, out to, down to, back to, go for, until you see, you will see,"
            " you 'll see, until you reach, start with, begin with, finish with, end with, got to,"
            " until you get to, until you hit, as far as, when you get to, when you reach,"
            " once you reach, starting with, starts with, back for, opening, in the open,"
            " until you come to, all the way to, all the way up to, straight to, straight for,"
            " do n't forget, do n't miss, did n't, not only, do n't mind, n't forget, start the"
            " next with, is next, are next, are left, is left, come get, go get, look for, let 's",
        )
        | _each(
            Part.VERB,
            "pick up, pick out, step on, step onto, walk on, walk onto, stand on, land on, hop on,"
            " get on, get onto, hop onto, run over, put you on, walk over, go over, go onto,"
            " go on, move onto, move on, step over, jump on, jump onto, run onto, trip on,"
            " trip over, bump into, walk across, cross over the top of, tread on",
            kind=OrderKind.TAKE,
        )
        | _each(
            Part.VERB,
            "go over to, walk over to, head over to, get to, get over to, go on to, move on to,"
            " keep on, end up, come back, go back, head back, walk back, run back, way back, come"
            " on back, go up to, walk up to, walk up, go up, go down, carry on, go over the, get"
            " back to, go over by, make your way, walk over the, go on past, get around",
            kind=OrderKind.GO,
        )
        | _each(Part.VERB, "put back, put down, let go, get rid", kind=OrderKind.PUT_BACK)
        | _each(
            Part.CARD,
            "step off and back on, step off and step back on, step off and on, the card under you,"
            " card you are on, card you 're on, card you are standing on, card you 're standing on,"
            " card you just picked up, card you just picked, card you just selected, card you just"
            " got, card you just took, card you just stepped on, card you just grabbed, one you"
            " just got, one you just picked up, one you 're on, one you are on, the last card you"
            " picked up, the last card you got, the last card you selected, current card, card"
            " you just collected, card your on, card your standing on, card beneath you, card"
            " under you, card where you are, card you are currently on, card you 're currently on,"
            " card you are on top of, one you are standing on, one you 're standing on, card under"
            " your feet, one under you, what you just picked up, what you just got, the last card,"
            " card you last picked, this card, that card, that one, this one, that same card, that"
            " last card, the same card, the same one",
            card=Order(OrderKind.TAKE, which=Which.CURRENT),
        )
        | _each(
            Part.WAY,
            "turn around, turn round, do a 180, turn 180, about face, the other way, opposite way,"
            " other direction, opposite direction, a you turn, turn back, look back, flip around,"
            " you turn around, look behind you, look behind, 180 degrees, 180, turn all the way"
            " around, turn completely around, turn back around, turn fully around, spin around,"
            " face the other way, rotate 180, a 180, full turn around, back the other way",
            kind=OrderKind.TURN,
            bearing=BEHIND,
        )
        | _each(
            Part.WAY,
            "back up, step back, step backward, step backwards, move back, move backward,"
            " move backwards, walk backward, walk backwards, go backward, go backwards, in reverse",
            kind=OrderKind.GO,
            bearing=BEHIND,
        )
        | _each(
            Part.NOT,
            "instead of, rather than, other than, keep off, stay off, keep away from, keep clear of,"
            " stay away from, stay clear of, steer clear of, get off, watch out for, watch out,"
            " be careful of, look out for, make sure not, apart from, aside from, not what i want,"
            " are no good, is no good, are mine, is mine, are wrong, is mine though, is my card,"
            " are a trap, are traps, is bad, are bad, is not, are not, is n't, are n't, is a trap, is wrong, but not, do not, do n't,"
            " careful not to, and not, walk off, step off, climb off, go off",
        )
        | _each(
            Part.MEND,
            "i mean, i meant, no wait, wait no, oh wait, no sorry, scratch that, never mind, forget"
            " that, forget it, wait sorry, wrong card, change of plans, my bad, my mistake, i"
            " messed up, no no, not that one, not that card, not that",
        )
        | _each(Part.BEFORE, "before that, but first, first though, before you do, before doing"
            " that, before doing so, but before that, but before, after you get, after you have,"
            " after getting, after taking, after you grab")
        | _each(
            Part.THEN,
            "and then, after that, after those, after this, after it, from there, once you have,"
            " when you have, once you get, when you get, next is, next up, when done, once done,"
            " that done, after which, followed by, on the way, on your way, along the way,"
            " when you 're done, once you 're done, when you are done, right after",
        )
        | _each(Part.I, "let me, i 'll, i will, i 'm, i am, i have, i 've, i got, i can, my card,"
            " leave me, i do, i take, i get, i need to, i have to, i want to, i 'm going to, i gotta, i"
            " got ta, i am going to, i must")
        | _each(
            Part.NEED,
            "i need, i want, i 'd like, i would like, i see, we need, we want, we just need, we"
            " still need, i am looking for, i 'm looking for, we 're looking for, you need, you"
            " want, i think, i need you, i want you, i would, i 'd, we are looking for, i was"
            " thinking, i said, i asked, i told you, you missed, you forgot, you forgot to pick up, you"
            " forgot to collect, you forgot to get, you forgot to grab, you skipped, i need you to,"
            " i want you to, we are missing, we 're missing, still need, you have to",
        )
        | _each(Part.STEPS, "as far as you can, until you ca n't, until you can not, until you are"
            " blocked, until you hit something, until you can not go any further, until you ca n't"
            " go any further, until you ca n't go further", number=A_LONG_WAY)
        | _each(Part.YOU, "you do, you get, you take, you grab, you can get, you can do",
            kind=OrderKind.TAKE)
        | _each(Part.WORD, "on the other side, the other side, the other hand, other side, to me,"
            " for me, with me, on me, on it, of them, of those, on them, get me, right there, right"
            " here, of you, of it, over there, out there, up there, long way, all the way, in a row,"
            " side by side, keep going, as well as, as well, in the field, at once, one of, go ahead"
            " and, make sure, make sure to, make sure you, cards left, a set, the set, this set,"
            " full set, set of")
        | _each(Part.CHATTER, "nice one, good one, last one, next one, right now, all right, of"
            " course, good going, way to go, got it, how many, go go go, right on, not yet, not bad,"
            " no problem, no worries, good to go, let 's go, keep it up, here we go, you did it, get"
            " it done, to do, that 's it, end your turn, hit done, press done, click done, take your"
            " time, take a break, take turns, get started, made it, make sense, should do it, other"
            " than that, done well, you got this, you got it, left to do, turned red, next set,"
            " next turn, new set, first set, another set, a turn, this turn, your turn, my turn,"
            " one turn, skip this turn, skip your turn, pass this turn, finish this command, turn"
            " over, out of moves, out of steps")
        | _each(Part.PLACE, "come to me, come here, come over here, come towards me, come over to"
            " me, come toward me, meet me, beside me, near me, next to me, by me, to where i am,"
            " toward me, towards me, where i am, come back to me, close to me, past me, my side,"
            " where i stand, where i 'm standing, around me, behind me, in front of me, to my left,"
            " to my right, on my left, on my right, closest to me, nearest me, go to me,"
            " right beside me, right next to me, walk to me, come stand by me, come next to me",
            what=Spot.LEADER)
        | _each(Part.PLACE, "edge of the map, end of the map, edge of the world, end of the world,"
            " edge of the board, end of the board, side of the map, border of the map, map edge",
            what=Spot.EDGE)
        | _each(Part.PLACE, "corner of the map, corner of the board, corner of the world",
            what=Spot.CORNER)
    ).items()
}  # fmt: skip
"""By words: what they mean together."""
LONGEST = max(map(len, IDIOMS))
