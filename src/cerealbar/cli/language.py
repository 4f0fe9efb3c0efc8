"""`cerealbar language ...`: looking at words."""

import json
from pathlib import Path

from cyclopts import App

from cerealbar.cli.arguments import JsonFlag
from cerealbar.cli.progress import track
from cerealbar.language import tokenize
from cerealbar.language.coverage import coverage as cover
from cerealbar.language.coverage import read_instructions
from cerealbar.records import Corpus, Instructed

language_app = App(name="language", help="Look at the words of instructions.")


@language_app.command
def coverage(file: Path, *, corpus: Path, json_: JsonFlag = False) -> None:
    """Print how many of a file's words occur in a corpus.

    Parameters
    ----------
    file
        Instructions: one a line, as text or as JSON objects with a `text`.
    corpus
        The corpus whose vocabulary is compared.
    json_
        Print one JSON object.
    """
    games = Corpus(corpus)
    vocabulary = {
        token
        for game in track(games, "vocabulary", len(games))
        for event in game.events
        if isinstance(event, Instructed)
        for token in tokenize(event.text)
    }
    found = cover(read_instructions(file), vocabulary)
    if json_:
        told = {
            "share": found.share,
            "tokens": found.tokens,
            "known": found.known,
            "missing": found.missing,
            "typos": found.typos,
        }
        print(json.dumps(told))
        return
    print(f"{found.share:.2%} of {found.tokens:,} word tokens are in the corpus vocabulary")
    print("missing: " + ", ".join(f"{word} {count}" for word, count in found.missing))
    print("taken for typos: " + ", ".join(word for word, _ in found.typos))
