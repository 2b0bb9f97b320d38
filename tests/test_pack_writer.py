"""Pack writer: modules imported at start are in one file, all others in the second, and both can be read."""

import marshal
import zlib
from pathlib import Path

import pytest

from tests.support.packaging_scripts import packaging_script

pack_writer = packaging_script("pack_writer")
module_packs = packaging_script("module_packs")


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A PyInstaller archive of four generated modules."""
    writers = pytest.importorskip("PyInstaller.archive.writers")
    entries, codes = [], {}
    for name, text in (("a", "ONE = 1"), ("b", "TWO = 2"), ("zipimport", ""), ("b.c", "THREE = 3")):
        file = tmp_path / ("b/__init__.py" if name == "b" else f"{name}.py")
        entries.append((name, str(file), "PYMODULE"))
        codes[name] = compile(text, str(file), "exec")
    writers.ZlibArchiveWriter(str(tmp_path / "made.pyz"), entries, code_dict=codes)
    return tmp_path / "made.pyz"


def test_each_module_is_in_exactly_one_file(archive: Path, tmp_path: Path) -> None:
    files = pack_writer.write_packs(archive, ["a", "sys", "_sre", "re", "typing.io"], [], tmp_path / "packs")

    assert [file.name for file in files] == [module_packs.START, module_packs.LIBRARY]
    start, top_levels = marshal.loads(files[0].read_bytes())
    assert sorted(start) == ["a", "re"], "with standard modules, without built-in ones"
    assert top_levels == ["b"], "modules frozen into Python are in neither file"
    packs = module_packs.ModulePacks(str(tmp_path / "packs"))
    namespace: dict[str, int] = {}
    for name in ("a", "b", "b.c"):
        exec(packs.code(name), namespace)
    assert (namespace["ONE"], namespace["TWO"], namespace["THREE"]) == (1, 2, 3)
    assert packs.toc["b"][0] == module_packs.PACKAGE
    assert packs.toc["re"][0] == module_packs.PACKAGE


def test_no_code_contains_a_path_of_the_build_machine(archive: Path, tmp_path: Path) -> None:
    files = pack_writer.write_packs(archive, ["a", "re"], [], tmp_path / "packs")
    packs = module_packs.ModulePacks(str(tmp_path / "packs"))

    assert packs.code("a").co_filename == "a.py"
    assert packs.code("re").co_filename == "re/__init__.py"
    assert str(tmp_path).encode() not in b"".join(file.read_bytes() for file in files)


def test_qt_files_are_packed_and_the_stub_generator_is_empty(archive: Path, tmp_path: Path) -> None:
    support = packaging_script("qt_support").compiled_support(tmp_path / "support")
    pack_writer.write_packs(archive, [], support, tmp_path / "packs")
    packs = module_packs.ModulePacks(str(tmp_path / "packs"))

    assert packs.toc["shibokensupport.signature"][0] == module_packs.PACKAGE
    assert "pyside_type_init" in packs.code("shibokensupport.signature.loader").co_names
    assert not packs.code(pack_writer.STUB_GENERATOR).co_names
    assert {name.partition(".")[0] for name in packs.toc} == {"a", "b", "shibokensupport"}


def test_the_same_modules_give_identical_files(archive: Path, tmp_path: Path) -> None:
    first, second = (
        [file.read_bytes() for file in pack_writer.write_packs(archive, ["a", "re"], [], tmp_path / position)]
        for position in ("one", "other")
    )
    assert first == second


def test_the_start_imports_the_window_and_no_heavy_library() -> None:
    names = pack_writer.start_modules()

    assert {"vaultdesk.ui.window.main_window", "PySide6.QtWidgets", "_pyi_rth_utils.qt"} <= set(names)
    assert not {"openai", "anthropic", "pydantic", "sqlite3", "asyncio"} & set(names)


def test_a_deflated_module_is_read_back(tmp_path: Path) -> None:
    code = marshal.dumps(compile("x = 1", "x.py", "exec"))
    pack_writer._write_library(
        tmp_path / "library.pack", {"x": (module_packs.MODULE, code), "n": (module_packs.NAMESPACE, b"")}
    )

    library = module_packs.Library(module_packs.PackFile(str(tmp_path / "library.pack")))
    kind, position, length = library.toc["x"]
    assert zlib.decompress((tmp_path / "library.pack").read_bytes()[position : position + length]) == code
    assert (kind, library.toc["n"][2], library.code("x").co_filename) == (module_packs.MODULE, 0, "x.py")
