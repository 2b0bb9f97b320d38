"""Module packs: packed modules are found, executed and listed like files, the library pack only when needed."""

import importlib
import marshal
import pkgutil
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.packaging_scripts import FOLDER, packaging_script

module_packs = packaging_script("module_packs")
MODULE, PACKAGE, NAMESPACE = module_packs.MODULE, module_packs.PACKAGE, module_packs.NAMESPACE

Source = tuple[int, str]


def code(source: Source) -> tuple[int, bytes]:
    kind, text = source
    return kind, b"" if kind == NAMESPACE else marshal.dumps(compile(text, "packed", "exec"))


def write_packs(folder: Path, start: dict[str, Source], library: dict[str, Source]) -> Path:
    """Write both packs directly, so that these tests cover reading only."""
    toc, body = {}, b""
    for name, source in library.items():
        packed = zlib.compress(code(source)[1]) if source[0] != NAMESPACE else b""
        toc[name] = (source[0], module_packs.OFFSET_BYTES + len(body), len(packed))
        body += packed
    toc_offset = (module_packs.OFFSET_BYTES + len(body)).to_bytes(module_packs.OFFSET_BYTES, "little")
    (folder / module_packs.LIBRARY).write_bytes(toc_offset + body + marshal.dumps(toc))
    top_levels = tuple({name.partition(".")[0] for name in library})
    (folder / module_packs.START).write_bytes(
        marshal.dumps(({name: code(source) for name, source in start.items()}, top_levels))
    )
    return folder


@pytest.fixture
def packed(tmp_path: Path) -> Iterator[ModuleType]:
    """Packs of two packages, on the import path during the test."""
    before = set(sys.modules)
    write_packs(
        tmp_path,
        {"made": (PACKAGE, "from made.first import WORD"), "made.first": (MODULE, "WORD = 'first'")},
        {
            "made.later": (MODULE, "from made_too.deep import one\nWORD = one.WORD"),
            "made_too": (NAMESPACE, ""),
            "made_too.deep": (PACKAGE, ""),
            "made_too.deep.one": (MODULE, "WORD = 'later'"),
        },
    )
    packs = module_packs.ModulePacks(str(tmp_path))
    sys.meta_path.insert(0, packs)
    yield packs
    sys.meta_path.remove(packs)
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_a_module_of_the_start_pack_is_executed_and_has_its_file_path(packed: ModuleType, tmp_path: Path) -> None:
    made = importlib.import_module("made")

    assert made.WORD == "first"
    assert made.__file__ == str(tmp_path / "made" / "__init__.py")
    assert list(made.__path__) == [str(tmp_path / "made")]
    assert sys.modules["made.first"].__file__ == str(tmp_path / "made" / "first.py")


def test_modules_of_the_library_pack_are_found(packed: ModuleType) -> None:
    importlib.import_module("made")
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("nowhere_at_all")

    assert importlib.import_module("made.later").WORD == "later"
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("made.neither")


@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open cannot be replaced there")
def test_an_upgrade_while_the_program_runs_changes_none_of_its_modules(packed: ModuleType, tmp_path: Path) -> None:
    first = importlib.import_module("made.first")
    newer = tmp_path / "newer"
    newer.mkdir()
    write_packs(
        newer,
        {"made.first": (MODULE, "WORD = 'newer'")},
        {"made.padding": (MODULE, "x = 1\n" * 100), "made.later": (MODULE, "WORD = 'newer'")},
    )
    for name in (module_packs.START, module_packs.LIBRARY):
        (newer / name).replace(tmp_path / name)

    assert importlib.import_module("made.later").WORD == "later"
    assert importlib.reload(first).WORD == "first"


def test_a_module_can_be_reloaded_after_its_bytes_were_released(packed: ModuleType) -> None:
    first = importlib.import_module("made.first")
    vars(first)["WORD"] = "changed"

    assert importlib.reload(first).WORD == "first"


def test_files_beside_a_packed_module_are_its_resources(packed: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "words.txt").write_text("by name")
    made = importlib.import_module("made")

    from importlib.resources import files

    assert files(made).joinpath("words.txt").read_text() == "by name"
    assert pkgutil.get_data("made", "words.txt") == b"by name"


def test_every_packed_module_is_listed_with_its_kind(packed: ModuleType) -> None:
    assert {name: about[0] for name, about in packed.toc.items()} == {
        "made": PACKAGE,
        "made.first": MODULE,
        "made.later": MODULE,
        "made_too": NAMESPACE,
        "made_too.deep": PACKAGE,
        "made_too.deep.one": MODULE,
    }


def test_a_callback_for_a_module_runs_after_its_import(tmp_path: Path) -> None:
    seen = []
    folder = write_packs(tmp_path, {"made_alone": (MODULE, "WORD = 1")}, {})
    packs = module_packs.ModulePacks(str(folder), {"made_alone": lambda: seen.append(sys.modules["made_alone"].WORD)})
    sys.meta_path.insert(0, packs)
    try:
        importlib.import_module("made_alone")
    finally:
        sys.meta_path.remove(packs)
        del sys.modules["made_alone"]

    assert seen == [1]


SCRIPT_HEAD = """
import sys
sys.path.append(sys.argv[1])
import module_packs
packs = module_packs.ModulePacks(sys.argv[2])
sys.meta_path.insert(0, packs)
for name in ("tempfile", "zipfile"):
    sys.modules.pop(name, None)
"""
"""Runs before Qt is imported, as in the frozen program."""


def run_script(folder: Path, script: str) -> str:
    command = [sys.executable, "-c", SCRIPT_HEAD + script, str(FOLDER), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


def test_a_module_unused_by_qt_is_replaced_for_qt_only(tmp_path: Path) -> None:
    folder = write_packs(tmp_path, {"shiboken6": (PACKAGE, "import zipfile\nmade = hasattr(zipfile, 'ZipFile')")}, {})

    output = run_script(folder, "import shiboken6, zipfile\nprint(shiboken6.made, hasattr(zipfile, 'ZipFile'))")

    assert output.split() == ["False", "True"]


def test_modules_of_qt_are_executed_once_although_qt_forgets_them(tmp_path: Path) -> None:
    start = {
        "shibokensupport": (PACKAGE, "print('run')"),
        "shibokensupport.one": (MODULE, "print('run')"),
        "shibokensupport.two": (MODULE, "print('run')"),
    }
    forget = "for name in [name for name in sys.modules if name.startswith('shibokensupport')]: del sys.modules[name]\n"
    import_twice = f"import shibokensupport.one\nfirst = shibokensupport.one\n{forget}import shibokensupport.one\n"

    comparison = "first is shibokensupport.one, first is sys.modules['shibokensupport.one']"
    output = run_script(
        write_packs(tmp_path, start, {}), f"{import_twice}import shibokensupport.two\nprint({comparison})"
    )

    assert output.split() == ["run", "run", "run", "True", "True"]


def test_pyinstaller_still_has_the_deferred_steps_and_starts_without_ctypes() -> None:
    packer = Path(pytest.importorskip("PyInstaller").__file__ or "").parent
    ctypes_hook = (packer / "loader" / "pyimod03_ctypes.py").read_text(encoding="utf-8")
    importers = (packer / "loader" / "pyimod02_importers.py").read_text(encoding="utf-8")

    assert "def install():" in ctypes_hook
    assert "except ImportError:" in ctypes_hook.partition("import ctypes")[2][:60]
    assert "_build_pyz_prefix_tree(pyz_archive)" in importers, "it lists the entries present at the time of the call"
    assert "get_pyz_toc_tree()" in (packer / "hooks" / "rthooks" / "pyi_rth_pkgutil.py").read_text(encoding="utf-8")
