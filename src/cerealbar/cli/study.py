"""`cerealbar study`: studies with people, from an example to a running one."""

from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from cerealbar.cli.arguments import WholeNumber
from cerealbar.studies.errors import StudyError
from cerealbar.studies.study import Study

EXAMPLE = "studies/example"
study_app = App(name="study", help="Studies with people: make, check, run and evaluate them.")


@study_app.command
def new(folder: Path) -> None:
    """Write an example of a study, with comments, that runs as it is.

    Parameters
    ----------
    folder
        A new folder, or an empty one.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise StudyError(f"{folder} is not empty: choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    for source in files("cerealbar").joinpath(EXAMPLE).iterdir():
        (folder / source.name).write_bytes(source.read_bytes())
    print(
        f"{folder} is a study: change {folder / 'study.toml'}, then `cerealbar study run {folder}`"
    )


@study_app.command
def check(folder: Path) -> None:
    """Explain every mistake in a study's folder, with its file and line."""
    from cerealbar.server.visits import open_study

    study = open_study(folder)
    steps = ", ".join(step.id for step in study.steps)
    print(f"{folder} is a study without mistakes: {study.title} ({steps})")


@study_app.command
def run(
    folder: Path,
    *,
    host: str | None = None,
    port: WholeNumber | None = None,
    database: str | None = None,
    settings: Path | None = None,
    open_: Annotated[bool, Parameter(name="--open", negative="")] = False,
) -> None:
    """Serve a study to its participants, until Ctrl+C or SIGTERM; visits go on at the next start.

    Parameters
    ----------
    host
        The address to listen on (127.0.0.1: this machine only).
    port
        The port to listen on (8080); 0 picks a free one.
    database
        Where everything is kept: a file (study.sqlite in the folder), or a PostgreSQL URL.
    settings
        A TOML file with more settings (server.toml in the folder, if there is one).
    open_
        Open the study in a browser, if there is a display.
    """
    from cerealbar.cli.serve import serve_app  # slow to import, as all of the server is
    from cerealbar.server.visits import framed, open_study, study_settings

    given = {"host": host, "port": port, "database": database}
    chosen = study_settings(folder, settings, given)
    study = open_study(folder, chosen)
    serve_app(framed(chosen, study), {study.name: study}, path=f"/study/{study.name}", opens=open_)


@study_app.command
def links(folder: Path, names: Path, *, address: str, database: str | None = None) -> None:
    """Print signed links, one for each line of a file, as `name,link`.

    Parameters
    ----------
    names
        A text file with one name or number for each participant; nobody else sees them.
    address
        Where the study will be, such as https://study.example.org.
    """
    from cerealbar.server.visits import open_study, study_settings

    study = open_study(folder)
    if study.recruiting.via != "links":
        raise StudyError(f"{folder}: recruiting.via is {study.recruiting.via!r}, not 'links'")
    where = study_settings(folder, None, {"database": database}).database
    lines = names.read_text(encoding="utf-8").split("\n")
    people = [name for line in lines if (name := line.strip())]
    for name, link in zip(people, signed_links(study, where, address, people), strict=True):
        print(f"{name},{link}")


def signed_links(study: Study, database: str, address: str, names: Iterable[str]) -> Iterator[str]:
    """A link for each name."""
    from cerealbar.server.store import Reader
    from cerealbar.server.visits.people import signed_link

    reader = Reader.open(database)
    try:
        secret = reader.secret()
    finally:
        reader.close()
    return (signed_link(address.rstrip("/"), study.name, name, secret) for name in names)
