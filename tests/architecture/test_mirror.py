"""Each module has its test file."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.architecture.source import ROOT, Violation, listed

FACES = ("__init__.py",)


def test_file_of(module: str) -> str:
    """`vaultdesk/x/y.py` is tested in `tests/x/test_y.py`, `__main__.py` in `test_main.py`."""
    folder, _, name = module.removeprefix("vaultdesk/").rpartition("/")
    return "/".join(part for part in ("tests", folder, f"test_{name.strip('_').replace('__.py', '.py')}") if part)


test_file_of.__test__ = False  # type: ignore[attr-defined] # pytest would take it for a test by its name


def untested(root: Path, modules: Iterable[str]) -> Iterator[Violation]:
    for module in modules:
        if module.rpartition("/")[2] in FACES:
            continue
        wanted = test_file_of(module)
        file = root / wanted
        if not file.is_file():
            yield Violation(module, 1, f"has no {wanted}")
        elif not any(
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        ):
            yield Violation(wanted, 1, "has no test in it")


def test_each_module_has_its_test_file() -> None:
    modules = [file.relative_to(ROOT).as_posix() for file in sorted((ROOT / "vaultdesk").rglob("*.py"))]

    found = listed(untested(ROOT, modules))

    assert not found, found


def test_every_package_of_tests_is_one() -> None:
    folders = {file.parent for file in (ROOT / "tests").rglob("*.py") if "__pycache__" not in file.parts}

    assert [str(folder.relative_to(ROOT)) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_packaging_is_no_package() -> None:
    # It would shadow the library of that name, which pip and pytest import.
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_a_module_without_tests_bites(tmp_path: Path) -> None:
    (tmp_path / "tests" / "x").mkdir(parents=True)
    (tmp_path / "tests" / "x" / "test_tested.py").write_text("def test_it_works() -> None: ...\n")
    (tmp_path / "tests" / "x" / "test_hollow.py").write_text("a = 1\n")
    (tmp_path / "tests" / "test_main.py").write_text("async def test_it_starts() -> None: ...\n")
    modules = ["__init__.py", "__main__.py", "x/__init__.py", "x/tested.py", "x/hollow.py", "x/bare.py"]

    assert [str(found) for found in untested(tmp_path, [f"vaultdesk/{module}" for module in modules])] == [
        "tests/x/test_hollow.py:1: has no test in it",
        "vaultdesk/x/bare.py:1: has no tests/x/test_bare.py",
    ]
