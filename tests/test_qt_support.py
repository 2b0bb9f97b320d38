"""Qt support: the byte code that is packed is what Qt for Python would make of its own files at each start."""

import marshal
from pathlib import Path

from tests.support.packaging_scripts import packaging_script

qt_support = packaging_script("qt_support")


def test_each_file_is_packed_as_byte_code_where_the_library_looks(tmp_path: Path) -> None:
    made = dict(qt_support.compiled_support(tmp_path))

    by_place = {f"{folder}/{Path(file).name}": Path(file) for file, folder in made.items()}
    loader = by_place["shiboken6/files.dir/shibokensupport/signature/loader.pyc"]
    code = marshal.loads(loader.read_bytes()[16:])
    assert code.co_filename == "shiboken6/files.dir/shibokensupport/signature/loader.py", "no folder of this computer"
    assert "shiboken6/files.dir/shibokensupport/feature.pyc" in by_place


def test_a_qt_without_such_files_is_packed_as_it_is(tmp_path: Path) -> None:
    import sys

    kept = sys.modules.pop("shibokensupport", None)
    try:
        assert qt_support.compiled_support(tmp_path) == []
    finally:
        if kept is not None:
            sys.modules["shibokensupport"] = kept
