"""`python -m cerealbar` is the `cerealbar` command."""

from cerealbar.cli.main import main

if __name__ == "__main__":
    main()
