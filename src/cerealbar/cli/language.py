"""`cerealbar language ...`: looking at words."""

from dataclasses import asdict
from pathlib import Path

import msgspec
from cyclopts import App
from rich.console import Console
from rich.table import Column, Table

from cerealbar.cli.arguments import JsonFlag
from cerealbar.cli.progress import track
from cerealbar.language.likeness import QUANTILES, Likeness, TextFileError, read_instructions
from cerealbar.language.likeness import compare as compare_texts
from cerealbar.records import Corpus, Instructed

language_app = App(name="language", help="Look at the words of instructions.")
_SHOWN = 60
_LEAST_TEXTS = 50


@language_app.command
def compare(file: Path, *, corpus: Path, json_: JsonFlag = False) -> None:
    """Print how like the instructions of a file are to those of a corpus.

    Words and constructions that the corpus has too, lengths, variety, and perplexities: how
    surprising each is to a small language model of the other, beside how surprising it is to one
    of itself.

    Parameters
    ----------
    file
        Instructions: one a line, as text or as JSON objects with a `text`.
    corpus
        The corpus to compare with.
    """
    texts, games = read_instructions(file), Corpus(corpus)
    others = [
        event.text
        for game in track(games, "instructions", len(games))
        for event in game.events
        if isinstance(event, Instructed)
    ]
    if not others:
        raise TextFileError(f"{corpus} has no instructions")
    found = compare_texts(texts, others)
    if json_:
        shares = {"share": found.words.share, "share_of_types": found.words.share_of_types}
        told = asdict(found) | shares | {"missing_constructions": found.missing_constructions}
        print(msgspec.json.encode(told).decode())
        return
    console = Console()
    console.print(_figures_table(found), _constructions_table(found))
    missing = ", ".join(f"{word} {count}" for word, count in found.words.missing[:_SHOWN])
    console.print(f"words that the corpus lacks: {missing or 'none'}", markup=False)
    typos = ", ".join(word for word, _ in found.words.typos[:_SHOWN])
    console.print(f"taken for typos: {typos or 'none'}", markup=False)


def _two_columns(title: str) -> Table:
    return Table("", *(Column(head, justify="right") for head in ("file", "corpus")), title=title)


def _figures_table(found: Likeness) -> Table:
    """Words, lengths, variety and perplexities."""
    table = _two_columns("Likeness")
    sides = (found.texts, found.others)

    def add(label: str, form: str, *values: float) -> None:
        table.add_row(label, *(format(value, form) for value in values))

    def add_perplexity(label: str, *values: float) -> None:
        """Small samples say nothing about it."""
        if min(side.texts for side in sides) < _LEAST_TEXTS:
            table.add_row(label, "too few", "too few")
        else:
            add(label, ".1f", *values)

    add("Instructions", ",", *(side.texts for side in sides))
    add("Tokens", ",", *(side.tokens for side in sides))
    add("Words that the corpus has", ".1%", found.words.share)
    add("Different words that it has", ".1%", found.words.share_of_types)
    table.add_section()
    add("Tokens an instruction, mean", ".1f", *(side.mean_length for side in sides))
    for i, share in enumerate(QUANTILES):
        add(f"  {share:.0%} have at most", ".0f", *(side.lengths[i] for side in sides))
    table.add_section()
    for n, name in enumerate(("words", "pairs", "triples")):
        add(f"Different {name}, equal samples", ".1%", *(side.distinct[n] for side in sides))
    table.add_section()
    add_perplexity("Perplexity to the other", found.perplexity, found.perplexity_of_others)
    add_perplexity("Perplexity to itself, equal samples", *(s.own_perplexity for s in sides))
    return table


def _constructions_table(found: Likeness) -> Table:
    """The shares of instructions with each construction, those that are missing marked."""
    table = _two_columns("Constructions: instructions that have them")
    table.add_column("")
    missing = found.missing_constructions
    for name, share in found.texts.constructions.items():
        other = f"{found.others.constructions[name]:.1%}"
        table.add_row(name, f"{share:.1%}", other, "rare" if name in missing else "")
    return table
