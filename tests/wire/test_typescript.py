from pathlib import Path

from docs.making.typescript import typescript

FILE = Path(__file__).parents[2] / "client" / "src" / "protocol.ts"


def test_the_types_of_the_client_are_fresh() -> None:
    assert FILE.read_text(encoding="utf-8") == typescript(), (
        "run python -m docs.making.typescript client/src/protocol.ts"
    )
