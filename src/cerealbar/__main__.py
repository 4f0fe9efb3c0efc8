"""The `cerealbar` command, also as `python -m cerealbar`."""

import sys

from cerealbar.errors import MissingExtraError


def main() -> None:
    """Run the command line, or say in one line what must be installed for it."""
    try:
        from cerealbar.cli.main import main as run
    except MissingExtraError as error:
        sys.exit(f"error: {error}")
    run()


if __name__ == "__main__":
    main()
