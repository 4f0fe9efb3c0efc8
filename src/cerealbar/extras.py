"""Which part of this package needs which extra; whoever imports one without it is told so.

The game, its views and its language need what every installation has. Each other package has a row
in `NEEDS`, with the modules that it imports; so have modules that need more than their package, and
functions that import late, which ask by `require`. A test holds the rows to what the source imports
and to the extras of `pyproject.toml`.
"""

import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from types import ModuleType
from typing import NamedTuple

from cerealbar.errors import MissingExtraError


class ExtraNeeded(NamedTuple):
    """An extra, and which of its modules are imported."""

    extra: str
    modules: tuple[str, ...]


_TORCH_MODULES = (
    "action_generator",
    "checkpoint",
    "frames",
    "hexconv",
    "lingunet",
    "plan_policy",
    "plan_predictor",
    "pointer.torch_backend",
    "seq2seq",
    "world",
)
"""What learns; a trained pointer model follows without them."""

NEEDS: Mapping[str, ExtraNeeded] = {
    "cerealbar.views.picture": ExtraNeeded("pictures", ("PIL",)),
    "cerealbar.language.spelling.is_english": ExtraNeeded("records", ("spellchecker",)),
    "cerealbar.wire": ExtraNeeded("remote", ("msgspec",)),
    "cerealbar.records": ExtraNeeded(
        "records", ("PIL", "jinja2", "markupsafe", "msgspec", "pyarrow")
    ),
    "cerealbar.records.report.plots.draw": ExtraNeeded("report", ("vl_convert",)),
    "cerealbar.agents": ExtraNeeded("records", ("msgspec",)),
    "cerealbar.evaluation": ExtraNeeded("records", ("msgspec", "pyarrow")),
    "cerealbar.parallel.cluster": ExtraNeeded("ray", ("ray",)),
    "cerealbar.env": ExtraNeeded("env", ("gymnasium", "pettingzoo")),
    "cerealbar.follower": ExtraNeeded("records", ("msgspec", "safetensors", "threadpoolctl")),
    **{
        f"cerealbar.follower.{name}": ExtraNeeded("learning", ("torch",)) for name in _TORCH_MODULES
    },
    "cerealbar.studies": ExtraNeeded(
        "studies", ("markdown_it", "markupsafe", "msgspec", "pyarrow")
    ),
    "cerealbar.learning": ExtraNeeded("learning", ("msgspec", "tensorboard", "torch")),
    "cerealbar.remote": ExtraNeeded("remote", ("msgspec", "websockets")),
    "cerealbar.remote.participants": ExtraNeeded("studies", ("PIL", "markdown_it", "msgspec")),
    "cerealbar.server": ExtraNeeded(
        "server",
        (
            "alembic",
            "litestar",
            "msgspec",
            "prometheus_client",
            "psycopg",
            "sqlalchemy",
            "uvicorn",
            "uvloop",
            "websockets",
        ),
    ),
    "cerealbar.cli": ExtraNeeded("cli", ("cyclopts", "markupsafe", "msgspec", "rich")),
    "cerealbar.cli.compare": ExtraNeeded("records", ("pyarrow",)),
}


def require(name: str) -> None:
    """See that what a row of `NEEDS` names can be used.

    Raises:
        MissingExtraError: a module is not installed.
    """
    extra, modules = NEEDS[name]
    if missing := [module for module in modules if find_spec(module) is None]:
        verb = "is" if len(missing) == 1 else "are"
        raise MissingExtraError(
            f"{name} cannot be used: {', '.join(missing)} {verb} not installed;"
            f" `pip install 'cerealbar[{extra}]'` installs all that it needs",
            name=missing[0],
        )


class ExtraFinder:
    """Refuses to import what lacks its extra; finds nothing itself, so that others do."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        """See that the module, if it has a row, can be imported."""
        if fullname in NEEDS:
            require(fullname)


def check_imports() -> None:
    """From now on, importing a package without its extra says what to install."""
    if not any(isinstance(finder, ExtraFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, ExtraFinder())
