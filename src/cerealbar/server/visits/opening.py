"""Opening a study's folder for a server: its file, its treatments, and where it is kept."""

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from cerealbar.game import Rules
from cerealbar.server.partners.roster import Roster
from cerealbar.server.settings import Settings, load_settings
from cerealbar.server.treatments import arm_treatment, roster_of, usual_treatment
from cerealbar.studies.errors import StudyError
from cerealbar.studies.parts import Arm
from cerealbar.studies.platforms import PLATFORMS
from cerealbar.studies.reading import load_study
from cerealbar.studies.study import Study

SETTINGS, DATABASE = "server.toml", "study.sqlite"


def study_settings(
    folder: Path, settings: Path | None, overrides: Mapping[str, object]
) -> Settings:
    """The settings of a study's server; what nobody says, or None, is in the study's own folder.

    Raises:
        SettingsError: the file cannot be read, or something holds what is unknown.
    """
    own = folder / SETTINGS
    file = settings or (own if own.is_file() else None)
    given = {key: value for key, value in overrides.items() if value is not None}
    chosen = load_settings(file, given)
    if chosen.database != Settings().database:
        return chosen
    return load_settings(file, {"database": str(folder / DATABASE)} | given)


def framed(settings: Settings, study: Study) -> Settings:
    """The settings with which a study's platform can show it."""
    sites = settings.framing_sites or PLATFORMS[study.recruiting.via].framing_sites
    return replace(settings, framing_sites=sites)


def open_study(folder: Path, settings: Settings | None = None) -> Study:
    """The study of a folder, whose games can be played with these settings.

    Raises:
        StudyError: there is none, or it has mistakes, all of which are told.
    """
    chosen = settings or Settings()
    roster = roster_of(chosen)
    usual = usual_treatment(chosen)

    def check(name: str, arm: Arm) -> None:
        arm_treatment(name, arm, usual, roster, name)

    study = load_study(folder, check)
    rules = quiz_rules(study, chosen, roster)
    for step in study.steps:
        try:
            step.check_rules(study, rules)
        except StudyError as error:
            raise StudyError(f"{folder}: {error}") from None
    return study


def quiz_rules(study: Study, settings: Settings, roster: Roster) -> Rules:
    """The rules that a quiz asks about: those of the first treatment."""
    usual = usual_treatment(settings)
    for name, arm in study.treatments.items():
        return arm_treatment(name, arm, usual, roster, name).rules.to_rules()
    return settings.rules
