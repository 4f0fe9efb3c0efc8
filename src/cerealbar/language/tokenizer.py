"""Words of a text, in the manner of the Penn Treebank and of NLTK's word tokenizer.

The paper counts its vocabulary in such tokens (Appendix C). Three things differ from NLTK, each
where its answer is an accident of how it works:

- a comma or colon stays in a word only between digits (`1,000`), not also before one (`then,3`);
- a typographic apostrophe between letters is an apostrophe;
- a full stop before white space ends a sentence wherever it stands, but for a few abbreviations.
"""

import re

_WORD_CHARACTER = r"[^\s.,:'\-;@#$%&?!*()\[\]{}<>\"`«»\u2018\u2019“”„\u2012-\u2015]"
_CURLY = "\u2019"
_TOKEN = re.compile(
    rf"""
      (?<!\w)(?:e\.g|i\.e|a\.m|p\.m|etc|vs)\.(?=\s+\S)  # abbreviations, but before the very end
    | (?!')(?:
          {_WORD_CHARACTER}++
        | -(?!-)
        | (?<=\d)[,:](?=\d)                             # 1,000 and 12:30
        | (?<!\.)\.(?=\w)                               # 3.5
        | (?<=\w)'(?=\w)                                # y'all; `_CLITICS` cuts the common ones
      )+
    | \.{{2,}} | -{{2,}} | `+
    | '(?:s|m|d|t|n|ll|re|ve)\b                         # a clitic apart from its word
    | ''
    | \S                                                # all else is a token of its own
    """,
    re.VERBOSE,
)
_APOSTROPHE = re.compile(rf"(?<=\w){_CURLY}(?=\w)")
_QUOTE = re.compile(r'(?P<opening>(?<![^\s(\[{<]))?"')
_CLITIC = re.compile(r"n't|'(?:s|m|d|ll|re|ve)")
_CLITICS = re.compile(rf"(.*?\w)((?:{_CLITIC.pattern})+)")
_FUSED = {
    "cannot": ("can", "not"),
    "gimme": ("gim", "me"),
    "gonna": ("gon", "na"),
    "gotta": ("got", "ta"),
    "lemme": ("lem", "me"),
    "wanna": ("wan", "na"),
}


def tokenize(text: str) -> list[str]:
    """The lower-cased words and marks of a text, in order.

    Marks stand alone, hyphenated words and numbers stay whole, contractions are cut as `do n't`,
    `i 'll`, `can not`, and double quotes become two back quotes or two apostrophes.

    Examples:
        >>> tokenize("Don't take the 2 blue ones!")
        ['do', "n't", 'take', 'the', '2', 'blue', 'ones', '!']
    """
    text = text.lower()
    if _CURLY in text:
        text = _APOSTROPHE.sub("'", text)
    if '"' in text:
        text = _QUOTE.sub(_directed_quote, text)
    tokens: list[str] = []
    for token in _TOKEN.findall(text):
        if token in _FUSED:
            tokens += _FUSED[token]
        elif "'" in token:
            tokens += _cut_clitics(token)
        else:
            tokens.append(token)
    return tokens


def _directed_quote(quote: re.Match[str]) -> str:
    return " '' " if quote["opening"] is None else " `` "


def _cut_clitics(token: str) -> list[str]:
    """A word and what is attached to it by apostrophes: `i 'd 've`."""
    parts = _CLITICS.fullmatch(token)
    return [token] if parts is None else [parts[1], *_CLITIC.findall(parts[2])]
