"""`cerealbar corpus import-original`: the published format of the dataset."""

import sys
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cerealbar.cli.corpus import Folder, command_line, corpus_app
from cerealbar.cli.progress import share_bar
from cerealbar.records import About, Corpus, GameRecord, RecordError, write_splits
from cerealbar.records.corpus import Writer, check_new_folder
from cerealbar.records.importers import ImportSummary, import_original
from cerealbar.records.splits import PARTS, Splits


@corpus_app.command(name="import-original")
def import_original_(
    *files: Annotated[Path, Parameter(negative="")], out: Folder, verbose: bool = False
) -> None:
    """Import games in the published format of the original dataset.

    Maps are rebuilt from their seeds and every game is replayed by the rules. A bad game never
    stops the others: it is listed with file, game, action and reason, and the exit code is 1.

    Parameters
    ----------
    files
        train.json, dev.json, test.json, ... (also compressed with gzip).
    out
        The new corpus's folder.
    verbose
        List every disagreement between a game's redundant fields and its replay.
    """
    about = About(
        name="CerealBar, imported",
        description="Games in the published format of the original dataset.",
        command=command_line(),
    )
    if not files:
        raise RecordError("cannot import: expected files of games")
    check_new_folder(out)
    parts: defaultdict[str, list[str]] = defaultdict(list)
    with ExitStack() as until_done, share_bar("import") as bar:
        opened: list[Writer] = []

        def take(record: GameRecord, split: str | None) -> None:
            if not opened:  # with the first good game, so that none leaves no folder behind
                corpus = Corpus.create(out, about)
                opened.append(until_done.enter_context(corpus.writer(durable=False)))
            opened[0].append(record)
            if split in PARTS:
                parts[split].append(record.game_id)

        summary = import_original(files, take, bar.move)
    if parts:
        write_splits(out, Splits(**{part: tuple(games) for part, games in parts.items()}))
    _print_faults(summary, verbose)
    if not summary.imported:
        raise RecordError(f"no game to import in {', '.join(map(str, files))}: {out} is not made")
    _print_summary(summary, out)
    if not summary.is_clean:
        sys.exit(1)


def _print_faults(summary: ImportSummary, verbose: bool) -> None:
    for broken in summary.broken_files:
        print(f"broken file: {broken}")
    for rejection in summary.rejected:
        print(f"rejected: {rejection}")
    if verbose:
        for game_id, notes in summary.notes.items():
            for note in notes:
                print(f"game {game_id}: {note}")
    elif summary.notes:
        game_id, notes = next(iter(summary.notes.items()))
        print(f"{len(summary.notes)} games are told of by --verbose, such as")
        print(f"  game {game_id}: {notes[0]}")


def _print_summary(summary: ImportSummary, out: Path) -> None:
    told = ", ".join(
        f"{count} {split or 'in no split'}"
        for split, count in sorted(summary.splits.items(), key=lambda item: str(item[0]))
    )
    print(f"{summary.imported} games imported to {out}" + (f": {told}" if told else ""))
    print(f"{len(summary.rejected)} games rejected, {len(summary.broken_files)} files broken")
    print(f"{summary.inferred} ends of turns inferred, as no action told them")
    print("redundant fields that agree with the replay, and clocks that run forward:")
    for name, checks in summary.agreement.items():
        print(f"  {name.replace('_', ' '):<12} {checks.agreeing:>9,} of {checks.checked:>9,}")
