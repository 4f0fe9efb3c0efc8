"""One idea, one class name, in the whole source; `make check` runs this too."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"


def class_names(source: str) -> Iterator[tuple[str, int]]:
    """The name and line of each class and each alias of types, without a leading underscore."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name.lstrip("_"), node.lineno
    for node in tree.body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(name)], value=value)
                | ast.AnnAssign(
                    target=ast.Name(name), annotation=ast.Name("TypeAlias"), value=value
                )
            ):
                name = name.lstrip("_")
                # A call makes a value, or a type variable; the rest in CapWords are types.
                if name[:1].isupper() and not name.isupper() and not isinstance(value, ast.Call):
                    yield name, node.lineno


def test_classes_and_aliases_are_found_and_values_are_not() -> None:
    source = (
        "class _Seat: ...\nDeed = A | B\nBatch: TypeAlias = list[int]\n"
        "Value = TypeVar('Value')\nMAX = 3\nLIMITS: tuple[int, ...] = ()\n"
    )
    assert [name for name, _ in class_names(source)] == ["Seat", "Deed", "Batch"]


def test_a_class_name_stands_for_one_idea() -> None:
    places = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for name, line in class_names(path.read_text(encoding="utf-8")):
            places[name].append(f"{path.relative_to(SOURCE)}:{line}")
    several = {name: found for name, found in places.items() if len(found) > 1}
    assert len(places) > 100
    assert not several
