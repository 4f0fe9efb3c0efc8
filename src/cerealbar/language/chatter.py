"""What is no instruction: greetings, praise, plans, hurry, thanks."""

from cerealbar.game import is_set
from cerealbar.language.claims import Completes, Phrase, Tells, joined
from cerealbar.language.intention import Purpose
from cerealbar.language.pen import Pen
from cerealbar.language.waiting import plan_phrase
from cerealbar.language.words import words

_GREETING = words(
    "greeting",
    "hi:6 | hello:5 | hey:4 | hi there:2 | hello there | hi partner:0.7 | hey there"
    " | good luck:1.5 | let's do this | let's go:1.5 | here we go | let's get started:0.7"
    " | howdy:0.3 | good morning:0.2 | hi, let's do our best:0.3 | hello partner:0.5"
    " | let's have fun:0.3 | hello friend:0.3 | hey partner:0.4 | hiya:0.2 | greetings:0.1"
    " | hope you're ready:0.2 | nice to meet you:0.2 | let's get a high score:0.3 | lets rock:0.2",
)
_PRAISE = words(
    "praise",
    "good job:10 | great:6 | nice:6 | great job:6 | perfect:5 | awesome:3 | thanks:3 | good:4"
    " | nice work:2 | nice job:3 | good work:2 | well done:2 | excellent:2 | yay:0.7 | cool"
    " | you're doing great:1.5 | you are doing great | very good | amazing:0.5 | sweet:0.7"
    " | fantastic:0.5 | wonderful:0.4 | woohoo:0.2 | thank you:2 | got it | beautiful:0.3"
    " | way to go:0.4 | keep it up:0.7 | we are doing great | that was quick:0.3"
    " | nicely done:0.5 | you're awesome:0.3 | great teamwork:0.4 | yep:0.5 | yeah:0.4"
    " | that was great:0.5 | exactly:0.4 | bravo:0.2 | superb:0.1 | good going:0.2"
    " | nailed it:0.3 | that worked:0.5 | you rock:0.3 | good thinking:0.2 | right on:0.2"
    " | thank you so much:0.2 | haha nice:0.2 | we make a good team:0.3 | correct:0.5"
    " | excellent work:0.4 | brilliant:0.2 | phew:0.1 | wow:0.3 | perfect thanks:0.4"
    " | you did it:0.3 | yes",
)
_AFTER_SET = words(
    "after a set",
    "great, we got a set:2 | nice, we got one:1.5 | that's {n} | {n} sets so far | {n} down"
    " | yay we got a point | good set | one more set done | we have {n} points now | nice set:1.5"
    " | on to the next one:2 | next set:3 | new set:2 | ok new set:1.5 | {n} points:0.7"
    " | another set done:0.4 | we are on a roll:0.5 | that makes {n}:0.7 | score:0.3"
    " | we have {n} sets:0.5 | let's find another:0.4 | here is the next set:0.5"
    " | starting a new set:0.4",
)
_OPENING = words(
    "opening",
    "ok:14 | okay:8 | now:12 | alright:3 | so:3 | next:6 | ok now:4 | okay now:2 | well:0.3"
    " | ok so:1.5 | all right | k:0.7 | now then:0.2 | from there:0.5 | first:0.7 | alright now"
    " | ok next | this time:0.5 | for this one:0.3 | for the next set:1.5 | for this set:0.7"
    " | hmm:0.4 | oh:0.3 | ah ok:0.2 | anyway:0.2 | also:0.4 | perfect, now:0.5 | then:1"
    " | and now:0.7 | meanwhile:0.2 | right now:0.2 | immediately:0.1 | quickly:0.3"
    " | if you can:0.2 | let's see:0.3",
)
_ENDING = words(
    "ending",
    "thanks:8 | thank you:4 | good job:2 | almost there:3 | we can do this | hurry:1.5"
    " | good luck:0.5 | you got this | that's it | we're almost done | you're doing great"
    " | last one:2 | go go go:0.4 | quickly | keep up the good work | let's keep going:0.7 | thx"
    " | ty:0.7 | be quick:0.5 | take your time:0.4 | great job so far | that should do it:0.7"
    " | this is a good one:0.4 | i think that's right:0.3 | hope that makes sense:0.4 | lol:0.3"
    " | press done when you finish:0.5 | then end your turn:0.3 | then hit done:0.3"
    " | mark it complete when finished:0.3 | then finish the command:0.2 | we have time:0.2"
    " | should be easy:0.2 | you can make it:0.3 | it might take two turns:0.4"
    " | we need this one:0.3 | nice work so far:0.3 | fingers crossed:0.1 | and that's all:0.2"
    " | i'll do the rest:0.4 | then wait for me:0.7 | i will be right there:0.3 | :) :0.5",
)
_THANKS = words("thanks", "thanks:6 | thank you:4 | thx | sorry:2 | sorry about that")
_LATE = words(
    "late",
    "last turn:3 | this is our last turn:2 | hurry:3 | we are almost out of turns:2 | quick:2"
    " | only {n} turns left:2 | {n} turns left:2 | not much time left"
    " | we're running out of turns:1.5 | let's try to get one more:1.5 | we need to be fast:0.7"
    " | running low on turns:0.7 | let's squeeze in another:0.3 | time is almost up:0.7"
    " | make it count:0.3 | one more set:1.5",
)
_COMPLETES = words(
    "completes the set",
    "that makes a set:4 | that will make a set:3 | that completes the set:3 | for the set:2"
    " | that should be a set:2 | this will finish the set | and we have a set:1.5"
    " | to finish the set | that gives us a set | to complete the set:1.5 | that's a set:2"
    " | we'll have a set",
)
_PLEASE = words(
    "please",
    "please {}:10 | {} please:6 | {}, please:3 | can you {}:1.5 | could you {}"
    " | go ahead and {}:4 | i need you to {}:1.5 | i want you to {}:1.5 | try to {}"
    " | you need to {}:1.5 | you should {} | you can {} | i'd like you to {}:0.3"
    " | you want to {}:0.7 | just {}:3 | you are going to {} | you're going to {}:0.7"
    " | you have to {}:0.5",
)


def with_opener(pen: Pen, body: Phrase) -> Phrase:
    """The instruction after a greeting, praise for what was done, or a small word."""
    first = _opener(pen)
    if first is not None:
        joint = ", " if pen.chance(0.5) else ". " if pen.chance(0.6) else " "
        return joined(first, joint, body)
    if pen.chance(0.6 * pen.style.chatter):
        word = pen.pick(_OPENING)
        return Phrase(f"{word}{', ' if pen.chance(0.4) else ' '}{body.text}", body.claims)
    return body


def _opener(pen: Pen) -> Phrase | None:
    memory, scene = pen.memory, pen.scene
    if not memory.texts and pen.chance(0.08 + pen.style.chatter):
        return Phrase(pen.pick(_GREETING))
    if scene.turns_left is not None and 0 < scene.turns_left <= 2 and pen.chance(0.2):
        return _late(pen)
    if not pen.chance(pen.style.chatter):
        return None
    if memory.has_scored and pen.chance(0.4):
        text = pen.pick(_AFTER_SET)
        if "{n}" in text:
            return Phrase(text.format(n=pen.number(scene.score)), (Tells("score", scene.score),))
        return Phrase(text)
    if memory.texts and memory.is_pleased and not memory.is_queued and pen.chance(0.5):
        return Phrase(pen.pick(_PRAISE))
    return None


def _late(pen: Pen) -> Phrase | None:
    left = pen.scene.turns_left
    assert left is not None
    text = pen.pick(_LATE)
    if "last turn" in text and left > 1:
        return None
    if "{n}" not in text:
        return Phrase(text, (Tells("turns", 1),) if "last turn" in text else ())
    if left < 2:
        return None
    return Phrase(text.format(n=pen.number(left)), (Tells("turns", left),))


def closer(pen: Pen) -> Phrase | None:
    """What comes after: a plan, a hope, thanks."""
    if not pen.chance(pen.style.chatter * 1.2):
        return None
    purpose = pen.scene.intention.purpose
    if purpose is not Purpose.WAIT and pen.chance(0.6):
        plan = plan_phrase(pen)
        if plan is not None:
            return plan
    if purpose is Purpose.COLLECT and pen.chance(0.6):
        completed = _completed(pen)
        if completed:
            return Phrase(pen.pick(_COMPLETES), (Completes(completed),))
    if not pen.chance(0.5):
        return None
    is_done = purpose in (Purpose.COLLECT, Purpose.APPROACH)
    return Phrase(pen.pick(_ENDING if is_done else _THANKS))


def _completed(pen: Pen) -> tuple[int, ...]:
    """Cells of the set that the instruction's cards make with those selected, if they do."""
    scene = pen.scene
    on = scene.selected
    for cell in scene.intention.cards:
        on ^= {cell}
    kinds = [scene.cards[cell].kind for cell in sorted(on) if cell in scene.cards]
    return tuple(sorted(on)) if len(kinds) == len(on) == 3 and is_set(*kinds) else ()


def politely(pen: Pen, instruction: Phrase) -> Phrase:
    """The instruction as a request, by those who ask."""
    if not pen.chance(pen.style.politeness):
        return instruction
    return Phrase(pen.pick(_PLEASE).format(instruction.text), instruction.claims)
