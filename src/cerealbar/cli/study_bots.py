"""`cerealbar study bots`: a crowd of simulated people walks through a study."""

import random
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter, validators
from rich.console import Console

from cerealbar.cli.arguments import JsonFlag, WholeNumber
from cerealbar.cli.bots_server import StudyProcess
from cerealbar.cli.progress import track
from cerealbar.cli.study import signed_links, study_app
from cerealbar.remote.participants.crowd import arrivals, take_part
from cerealbar.remote.participants.diary import Diary, outcome_of
from cerealbar.remote.participants.person import StudySite
from cerealbar.studies.errors import StudyError
from cerealbar.studies.platforms import PLATFORMS
from cerealbar.studies.study import Study

UpToOne = Annotated[float, Parameter(validator=validators.Number(gte=0, lte=1))]
Above = Annotated[float, Parameter(validator=validators.Number(gt=0))]
Amount = Annotated[WholeNumber, Parameter(validator=validators.Number(gte=1, lte=1000))]
Times = Annotated[WholeNumber, Parameter(validator=validators.Number(gte=0, lte=100))]


class CrowdError(StudyError):
    """A crowd met something in a study that people should not."""


@study_app.command
def bots(
    folder: Path,
    *,
    participants: Amount = 50,
    drop_outs: UpToOne = 0.3,
    seed: WholeNumber = 1,
    speed: Above = 50.0,
    within: Above = 10.0,
    kills: Times = 0,
    address: str | None = None,
    database: str | None = None,
    links: Path | None = None,
    json: JsonFlag = False,
) -> None:
    """Let simulated people take part in a study, and tell what they met; 1 if anything was wrong.

    Parameters
    ----------
    participants
        How many people come.
    drop_outs
        The share of them who go away before the end.
    seed
        Of everything that is drawn; other seeds are other people.
    speed
        How many times quicker than people they are.
    within
        The minutes in which they come, if they were people.
    kills
        How often the server is killed at a random moment and started again.
    address
        A server that runs already, such as http://localhost:8080; without it one is started for
        this, with a database that is gone in the end.
    database
        Where the server that is started for this keeps everything, for looking at it afterwards.
    links
        What `study links` printed, for a study with signed links at an address.
    """
    if address is not None and kills:
        raise StudyError("a server at an address cannot be killed from here: leave out --address")
    if address is None:
        Console(stderr=True).print("starting the study's server ...")
    from cerealbar.server.treatments import roster_of  # slow to import, as all of the server is
    from cerealbar.server.visits.opening import open_study, quiz_rules, study_settings

    settings = study_settings(folder, None, {})
    study = open_study(folder, settings)
    rules = quiz_rules(study, settings, roster_of(settings))
    with StudyProcess(folder, speed, database) if address is None else nullcontext() as process:
        given = _links_in(links) if process is None else _own_links(study, process, participants)
        people = arrivals(study, seed, participants, given)
        if len(people) < participants:
            raise StudyError(
                f"{len(people)} links cannot let {participants} people in: see --links"
            )
        site = StudySite(study, process.address if process else str(address), rules)
        diaries: list[Diary] = []
        moments = _moments(seed, participants, kills)
        crowd = take_part(site, people, seed=seed, drop_outs=drop_outs, speed=speed, minutes=within)
        for diary in track(crowd, "people", participants):
            diaries.append(diary)
            if process is not None and len(diaries) in moments:
                process.kill()
        errors = [] if process is None else process.errors()
    steps = [step.id for step in study.steps]
    outcome = outcome_of(diaries, steps, errors=errors, kills=len(moments))
    encoded = msgspec.json.encode(outcome).decode()
    if json:
        print(encoded)
    else:
        Console().print_json(encoded)
        Console().print("\n".join(outcome.wrongs) or "Nothing was wrong.")
    if outcome.wrongs:
        count = len(outcome.wrongs)
        raise CrowdError(f"{folder}: {count} thing{'s' * (count > 1)} went wrong, as told above")


def _own_links(study: Study, process: StudyProcess, participants: int) -> list[str]:
    """Signed links to the server that was started for the crowd, if the study needs some."""
    if not PLATFORMS[study.recruiting.via].is_signed:
        return []
    names = (f"bot-{number}" for number in range(participants))
    return [*signed_links(study, process.database, process.address, names)]


def _moments(seed: int, participants: int, kills: int) -> set[int]:
    """After how many closed diaries the server is killed: never when all of them are."""
    rng = random.Random(f"kills {seed}")  # noqa: S311  # nothing hangs on guessing it
    return set(rng.sample(range(1, participants), min(kills, participants - 1)))


def _links_in(file: Path | None) -> list[str]:
    """The links of a file whose lines are `name,link`."""
    lines = [] if file is None else file.read_text(encoding="utf-8").splitlines()
    return [line.rpartition(",")[2] for line in lines if line.strip()]
