"""How a text gets typed: case, stops, short forms, and slips of finger and of spelling."""

from random import Random
from zlib import crc32

from cerealbar.language.manner.styles import Case, Style
from cerealbar.language.manner.vocabulary import read_topic, spellings, weighted

_SHORT = {word: forms.split("|") for word, forms in spellings("typing", "short").items()}
_MISSPELT = {word: forms.split("|") for word, forms in spellings("typing", "misspelt").items()}
_JOINED = spellings("typing", "joined")
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_BESIDE = {
    letter: "".join(
        other
        for y in (row - 1, row, row + 1)
        if 0 <= y < 3
        for other in _KEYS[y][max(0, i - 1) : i + 2]
        if other != letter
    )
    for row, keys in enumerate(_KEYS)
    for i, letter in enumerate(keys)
}
_SLIP_KINDS, _SLIP_WEIGHTS = zip(*weighted("typing", "slips"), strict=True)
_KEPT = frozenset(read_topic("typing")["kept"])
"""Words that no slip may turn another word into: they would tell the follower something else."""
_CUT_FIRST = 0.15  # of slips in the first word: its first letter is lost, as to a hot key


def type_out(text: str, style: Style, rng: Random) -> str:
    """A text in lower case as this person types it."""
    for apart, together in _JOINED.items():
        if apart in text and _is_prone(style, apart) and rng.random() < 0.8:
            text = text.replace(apart, together)
    words: list[str] = []
    for word in text.split(" "):
        typed = _type_word(word, style, rng, is_first=not words)
        if typed:
            words.append(typed)
    typed = " ".join(words)
    if rng.random() < style.full_stop and typed[-1] not in ".!?)":
        typed += "!" if rng.random() < 0.04 else "."
    return _in_case(typed, style)


def _is_prone(style: Style, word: str) -> bool:
    """Whether this person does not know better; the same each time."""
    return (crc32(word.encode()) ^ style.taste) * 2654435761 % 1000 < 1000 * style.confusions


def _type_word(word: str, style: Style, rng: Random, *, is_first: bool) -> str:
    core = word.rstrip(",.;")
    mark = word[len(core) :]
    if mark == "," and rng.random() > style.commas:
        mark = ""
    if core in ("the", "a", "an") and not is_first and rng.random() > style.articles:
        return mark
    if core in _SHORT and rng.random() < style.shortening:
        core = rng.choice(_SHORT[core])
    elif core in _MISSPELT and _is_prone(style, core) and rng.random() < 0.7:
        core = rng.choice(_MISSPELT[core])
    if "'" in core and rng.random() > style.apostrophes:
        core = core.replace("'", "")
    if len(core) > 2 and rng.random() < style.slips and core.isalpha():
        core = _slip(core, rng, is_first=is_first)
    return core + mark


def _slip(word: str, rng: Random, *, is_first: bool) -> str:
    """A word with one slip of the finger."""
    if is_first and rng.random() < _CUT_FIRST:
        return word[1:]
    kind = rng.choices(_SLIP_KINDS, _SLIP_WEIGHTS)[0]
    i = rng.randrange(1, len(word))
    before, letter, after = word[:i], word[i], word[i + 1 :]
    match kind:
        case "swap":
            slipped = word[: i - 1] + letter + word[i - 1] + after
        case "drop":
            slipped = before + after
        case "double":
            slipped = before + letter + letter + after
        case "replace":
            slipped = before + rng.choice(_BESIDE.get(letter, letter)) + after
        case "insert":
            slipped = before + letter + rng.choice(_BESIDE.get(letter, letter)) + after
        case "gap":
            slipped = before + " " + letter + after
        case _:
            slipped = word + "\b"
    return word if slipped in _KEPT else slipped


def _in_case(text: str, style: Style) -> str:
    text = text.replace("\b ", "").replace("\b", "")
    match style.case:
        case Case.UPPER:
            return text.upper()
        case Case.LOWER:
            return text
    words = [_pronoun(word) for word in text.split(" ")]
    if style.case is not Case.PRONOUN:
        words[0] = _capital(words[0])
    if style.case is Case.SENTENCE:
        for i in range(1, len(words)):
            if words[i - 1].endswith((".", "!", "?")):
                words[i] = _capital(words[i])
    return " ".join(words)


def _pronoun(word: str) -> str:
    is_i = word == "i" or word.startswith("i'") or word in ("im", "i,", "i.")
    return "I" + word[1:] if is_i else word


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
