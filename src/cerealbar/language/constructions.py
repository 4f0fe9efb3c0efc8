"""The constructions that people use in instructions, as patterns that find them."""

import re
from collections import Counter
from collections.abc import Iterable

from cerealbar.language.references import FACE_WORDS, THING_WORDS

_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|a few|a couple(?: of)?)"
_SIDE = r"(?:left|right)"


def _any_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})"


_THING = _any_of(THING_WORDS)
_COLOUR, _SHAPE = map(_any_of, FACE_WORDS)

_PATTERNS = {
    "turn left or right": rf"\b(?:turn|rotate|face|take|make|hang|veer|go|spin|pivot)\b"
    rf"(?: (?!and|then)\w+){{0,3}} {_SIDE}\b|^{_SIDE}\b",
    "turn around": r"\b(?:turn|spin|face|rotate)\b[^,.]{0,12}? (?:a?round|180)\b(?! the\b)"
    r"|^(?:all )?a?round\b|about face|\bu-?turn\b|opposite direction|other way\b",
    "turns counted": rf"\bturn\b[^,.]{{0,20}}? (?:once|twice|{_NUMBER} (?:times?|turns?))\b"
    rf"|\b(?:{_NUMBER}|once|twice)x? {_SIDE}s?\b|\b{_SIDE} (?:x ?)?(?:{_NUMBER}|once|twice)\b",
    "degrees": r"\d ?(?:°|deg)",
    "clock": r"\bo'? ?clock\b",
    "slightly": rf"\b(?:slight(?:ly)?|sharp|hard|diagonal(?:ly)?|a (?:bit|little)) "
    rf"(?:\w+ )?{_SIDE}\b|\bdiagonal",
    "steps counted": rf"\b{_NUMBER} (?:steps?|spaces?|moves?|hex(?:es)?|tiles?|spots?|squares?"
    r" (?:ahead|forward)|forward|fwd|ahead|back)\b"
    rf"|\b(?:forward|fwd|ahead|straight|back|backwards?) (?:{_NUMBER}|once|twice)\b",
    "straight on": r"\b(?:straight|forward|fwd|foward|ahead)\b",
    "backward": r"\b(?:backwards?|back up|(?:step|move|go|walk|take a step) back)\b",
    "in front of you": r"\b(?:in ?front|ahead) of (?:you|u)\b",
    "on your side": rf"\b(?:on|to|at|by) (?:you'?re?|ur|the) (?:\w+ ){{0,2}}{_SIDE}\b",
    "behind": r"\b(?:behind|in back of)\b",
    "next to": r"\b(?:next to|beside|by|near|close to|adjacent|alongside|touching)\b",
    "between": r"\b(?:between|in the middle of|among|surrounded by)\b",
    "past or through": r"\b(?:past|through|thru|across|over|beyond|around) (?:the|that|a)\b",
    "towards": r"\b(?:to|towards?|at) the (?:\w+ ){0,2}" + _THING + r"\b",
    "landmark": rf"\b{_THING}\b",
    "path": r"\b(?:path|road|trail|street(?! ?l)|walkway)s?\b",
    "edge or corner": r"\b(?:edge|corner|border|(?:end|side) of the (?:map|world|board))\b",
    "closest or farthest": r"\b(?:closest|nearest|furthest|farthest)\b",
    "ordinal": r"\b(?:first|second|third|fourth|last|1st|2nd|3rd)\b",
    "card by face": rf"\b{_COLOUR} (?:\w+ )?(?:cards?|{_SHAPE})\b",
    "bare card": r"\b(?:the|a|that|this|next|other|\d|two|get|pick up|grab) cards?\b",
    "both or all": r"\b(?:both|all|pair)\b",
    "list of three": r"[^,.;]{3,},[^,.;]{3,}(?:,? (?:and|then|&) |,)[^,.;]{3,}",
    "then": r"\b(?:then|after (?:that|this|you)|next,|followed by)\b",
    "until or if": r"\b(?:until|till?|untill|as far as|when you|once you|if (?:you|there|it))\b",
    "you will see": r"\byou(?:'ll| will|ll)?(?: can| should)? see\b",
    "deselect": r"\b(?:de|un)-?s?e?lect|\bput \w+ back\b|\bdrop\b",
    "again": r"\b(?:again|same|previous|re-?select|back to where)\b",
    "what you just did": r"\byou (?:just|already|last)\b|\bjust (?:got|took|picked|selected|did)\b"
    r"|\b(?:standing|you(?:'re|r| are)) on\b",
    "pronoun": r"\b(?:it|them|that one|this one|those|these)\b",
    "another": r"\b(?:another|(?:the )?other)\b",
    "negation": r"\b(?:not|don'?t|do nt|no|never|avoid|without|can'?t|skip|ignore)\b",
    "exception": r"\b(?:except|but not|other than|besides|apart from|instead|rather than|only)\b",
    "correction": r"\b(?:sorry|oops|whoops|my (?:bad|fault|mistake)|wrong|mistake|i meant?|actually"
    r"|never ?mind|scratch that|no,? wait|wait,? no)\b",
    "I": r"\b(?:i|i'?ll|i'?m|me|my)\b",
    "I and you": r"\bi(?:'?ll|'?m|'?ve)?\b.*\b(?:you|u|ur|your)\b"
    r"|\b(?:you|u|ur|your)\b.*\bi(?:'?ll|'?m|'?ve)?\b",
    "we": r"\b(?:we|we'?ll|us|our|let'?s|lets)\b",
    "plan talk": r"\b(?:we (?:need|want|have|can)|(?:next|this|our|the|a) set|next turn"
    r"|i(?:'?ll| will| can|'?m going to) (?:get|grab|take|pick|go)|plan|so (?:that|we|i))\b",
    "question": r"\?|^(?:can|could|do|did|are|is|where|what|which|will) (?:you|we|i|the|there)\b",
    "praise": r"\b(?:good (?:job|work|one)|well done|great|nice|awesome|perfect|excellent|yay)\b",
    "thanks or please": r"\b(?:please|pls|plz|thanks?|thx|ty)\b",
    "wait": r"\b(?:wait|stay|stop|hold|do nothing|stand still|pause|end (?:your |the )?turn)\b",
    "filler": r"\b(?:ok|okay|alright|so|now|well|um+|hm+|hey|yes|yeah)\b",
    "shorthand": r"\b(?:u|ur|r|pls|plz|thx|fwd|nxt|thru|deg|w)\b|&|\bw/",
    "capitals": r"(?-i:^[^a-z]*[A-Z]{3}[^a-z]*$)",
    "no capital at the start": r"(?-i:^[a-z])",
    "full stop at the end": r"\.\s*$",
}
"""By name: a pattern for a text as it was typed, to be searched for without regard to case."""
_COMPILED = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _PATTERNS.items()}


def find_constructions(text: str) -> set[str]:
    """The names of the constructions in a text."""
    return {name for name, pattern in _COMPILED.items() if pattern.search(text)}


def count_constructions(texts: Iterable[str]) -> dict[str, int]:
    """By construction: in how many of the texts it occurs."""
    counts = Counter(name for text in texts for name in find_constructions(text))
    return {name: counts[name] for name in _COMPILED}
