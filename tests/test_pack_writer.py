"""Pack writer: what the start imports lies in one file, all else in the other, and the frozen program finds both."""

import marshal
import zlib
from pathlib import Path

import pytest

from tests.support.packaging_scripts import packaging_script

pack_writer = packaging_script("pack_writer")
module_packs = packaging_script("module_packs")


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """PyInstaller's own archive of four made modules."""
    writers = pytest.importorskip("PyInstaller.archive.writers")
    entries, codes = [], {}
    for name, text in (("a", "ONE = 1"), ("b", "TWO = 2"), ("zipimport", ""), ("b.c", "THREE = 3")):
        file = tmp_path / ("b/__init__.py" if name == "b" else f"{name}.py")
        entries.append((name, str(file), "PYMODULE"))
        codes[name] = compile(text, str(file), "exec")
    writers.ZlibArchiveWriter(str(tmp_path / "made.pyz"), entries, code_dict=codes)
    return tmp_path / "made.pyz"


def test_each_module_lies_in_one_of_both_files(archive: Path, tmp_path: Path) -> None:
    files = pack_writer.write_packs(archive, ["a", "sys", "_sre", "re", "typing.io"], [], tmp_path / "packs")

    assert [file.name for file in files] == [module_packs.START, module_packs.LIBRARY]
    start, tops = marshal.loads(files[0].read_bytes())
    assert sorted(start) == ["a", "re"], "of Python's own what PyInstaller keeps elsewhere; nothing that is built in"
    assert tops == ["b"], "what is frozen into Python is in neither"
    packs = module_packs.ModulePacks(str(tmp_path / "packs"))
    made: dict[str, int] = {}
    for name in ("a", "b", "b.c"):
        exec(packs.code(name), made)
    assert (made["ONE"], made["TWO"], made["THREE"]) == (1, 2, 3)
    assert packs.toc["b"][0] == module_packs.PACKAGE
    assert packs.toc["re"][0] == module_packs.PACKAGE


def test_no_code_names_a_folder_of_this_computer(archive: Path, tmp_path: Path) -> None:
    files = pack_writer.write_packs(archive, ["a", "re"], [], tmp_path / "packs")
    packs = module_packs.ModulePacks(str(tmp_path / "packs"))

    assert packs.code("a").co_filename == "a.py"
    assert packs.code("re").co_filename == "re/__init__.py"
    assert str(tmp_path).encode() not in b"".join(file.read_bytes() for file in files)


def test_qt_files_are_packed_and_the_tool_of_its_makers_as_nothing(archive: Path, tmp_path: Path) -> None:
    support = packaging_script("qt_support").compiled_support(tmp_path / "support")
    pack_writer.write_packs(archive, [], support, tmp_path / "packs")
    packs = module_packs.ModulePacks(str(tmp_path / "packs"))

    assert packs.toc["shibokensupport.signature"][0] == module_packs.PACKAGE
    assert "pyside_type_init" in packs.code("shibokensupport.signature.loader").co_names
    assert not packs.code(pack_writer.STUB_GENERATOR).co_names
    assert {name.partition(".")[0] for name in packs.toc} == {"a", "b", "shibokensupport"}


def test_the_same_modules_give_the_same_bytes(archive: Path, tmp_path: Path) -> None:
    one, other = (
        [file.read_bytes() for file in pack_writer.write_packs(archive, ["a", "re"], [], tmp_path / place)]
        for place in ("one", "other")
    )
    assert one == other


def test_the_start_imports_the_window_and_nothing_heavy() -> None:
    names = pack_writer.start_modules()

    assert {"vaultdesk.ui.window.main_window", "PySide6.QtWidgets", "_pyi_rth_utils.qt"} <= set(names)
    assert not {"openai", "anthropic", "pydantic", "sqlite3", "asyncio"} & set(names)


def test_what_is_only_deflated_is_read_back(tmp_path: Path) -> None:
    code = marshal.dumps(compile("x = 1", "x.py", "exec"))
    pack_writer._write_library(
        tmp_path / "library.pack", {"x": (module_packs.MODULE, code), "n": (module_packs.NAMESPACE, b"")}
    )

    library = module_packs.Library(module_packs.PackFile(str(tmp_path / "library.pack")))
    kind, place, length = library.toc["x"]
    assert zlib.decompress((tmp_path / "library.pack").read_bytes()[place : place + length]) == code
    assert (kind, library.toc["n"][2], library.code("x").co_filename) == (module_packs.MODULE, 0, "x.py")
