"""Waiting: to stay where one is, for how long, and why."""

from cerealbar.language.claims import Phrase, Planned
from cerealbar.language.faces import ALL, name_face
from cerealbar.language.pen import Pen
from cerealbar.language.words import words

_WAIT = words(
    "wait",
    "wait:22 | wait there:8 | stay there:6 | hold:2 | hold on:4 | stay put:4 | don't move:3"
    " | do not move:2 | stay:2 | stay where you are:3 | wait here:2 | hold still | stand still"
    " | stay still | stop:1.5 | pause:0.5 | just wait:2 | wait a moment:0.7 | wait a second:0.7"
    " | hang on | hang tight | sit tight:0.7 | do nothing | no moves this turn:0.4 | freeze:0.2"
    " | wait where you are:2 | stay right there | stand by:0.5 | don't do anything | skip:0.3"
    " | skip this turn | pass:0.5 | hold your position:0.5 | hold up:0.5 | stop there"
    " | stay there don't move:0.5 | wait for me:1.5 | don't go anywhere:0.4 | take a break:0.2"
    " | chill:0.2 | relax for now:0.1 | just hang out:0.3 | just stay there:1"
    " | remain where you are:0.3 | end your turn:0.7 | just end your turn:0.7"
    " | finish this command without moving:0.2 | nothing to do this turn:0.4"
    " | no need to move:0.5 | one sec:0.4 | one moment:0.5 | just a moment:0.4 | gimme a sec:0.2"
    " | pass this turn:0.5 | press done:0.5 | just press done:0.5 | stay in place:0.5"
    " | stop moving:0.5 | please wait:1.5 | wait please:1 | stand there:0.3 | don't move yet:1"
    " | keep still:0.2",
)
_HOW_LONG = words(
    "how long",
    "one turn:4 | until next turn:3 | until my next turn:2 | a turn:2 | for one turn:3 | for me:3"
    " | for a turn:2 | until i tell you:1.5 | for my next command:1.5 | this turn:2"
    " | for the next instruction:1.5 | for now:4 | a minute | till next turn | for 1 turn"
    " | for further instructions | until my next message:0.5 | for a second | one round:0.3",
)
_WHY = words(
    "why to wait",
    "i need to get a card first:3 | i need to move:2 | i am out of moves:3 | i'm out of moves:3"
    " | i need to think:1.5 | let me think | let me get closer | i have to get there first:2"
    " | i need one more turn:2 | i need another turn:2 | i'm almost there:3 | i am on my way:2"
    " | i'll get this one:2 | i will get the next one:2 | i'm getting the last card:3"
    " | let me look at the board | i ran out of time:2 | i ran out of steps:2 | i need more moves"
    " | let me catch up:0.7 | i'm figuring out the next set:1.5 | i'm trying to find a set:1.5"
    " | need to plan:0.5 | i'll finish this set:1.5 | i've got the last one:1.5"
    " | i don't see a set yet:0.7 | still looking for a set:0.7 | i can reach the last one:0.5"
    " | i'm closer:0.7 | lemme think:0.3 | i'm gonna get one:0.4 | i gotta get closer:0.3"
    " | nothing close to you:0.4 | i'm working on it:0.5 | i have a plan:0.4"
    " | this is taking me a while:0.2 | i need a few more moves:0.7",
)
_MY_CARD = words(
    "my card",
    "i'll get {}:8 | i will get {}:5 | i'm getting {}:4 | i am getting {}:2 | i'll grab {}:4"
    " | i have to get {} first:2 | i need to get {} first:3 | let me get {} first:2"
    " | i'm going to get {}:2 | i'll pick up {}:2 | i got {}:1.5 | i'm going for {}"
    " | i can get {}:1.5 | i've got {}:1.5 | i'm heading to {} | i'm about to grab {}:0.4"
    " | i'm gonna get {}:0.5 | leave {} to me:0.4 | i'm on my way to {}:0.7"
    " | that leaves {} for me:0.3 | i'll go for {}:1 | i'll take {}:1.5 | i'll handle {}:0.2"
    " | i'll collect {}:0.5 | i'll select {}:0.4",
)
_THERE = words(
    "wait there",
    "wait there:10 | wait:8 | stop:4 | stay there:4 | stop there:3 | hold there | wait for me:2"
    " | stay:1.5 | wait by there:0.2 | wait here:0.7 | hold | wait for my next command"
    " | stand there:0.4 | wait for instructions:0.7 | stay put | hang out there:0.2",
)


def wait_phrase(pen: Pen) -> Phrase:
    """Wait, with how long or why for those who say more."""
    text = pen.pick(_WAIT)
    if text in ("wait", "stay", "hold") and pen.chance(0.15 + 0.4 * pen.style.wordiness):
        text += f" {pen.pick(_HOW_LONG)}"
    if pen.chance(0.1 + 0.5 * pen.style.wordiness):
        reason = plan_phrase(pen) or Phrase(pen.pick(_WHY))
        joint = ", " if pen.chance(0.5) else ". " if pen.chance(0.5) else " "
        return Phrase(text + joint + reason.text, reason.claims)
    return Phrase(text)


def plan_phrase(pen: Pen) -> Phrase | None:
    """What the leader is about to fetch, if that is known."""
    cards = [cell for cell in pen.scene.intention.leader_cards if cell in pen.scene.cards]
    if not cards:
        return None
    cell = pen.rng.choice(cards)
    named = name_face(pen, pen.scene.cards[cell], ALL)
    text = pen.pick(_MY_CARD).format(f"the {named.words}")
    return Phrase(text, (Planned(cell, named.face),))


def wait_there(pen: Pen) -> str:
    """To stop where one has come to."""
    return pen.pick(_THERE)
