"""Qt support: the packed byte code equals what Qt for Python would compile at each start."""

import marshal
from pathlib import Path

from tests.support.packaging_scripts import packaging_script

qt_support = packaging_script("qt_support")


def test_each_file_is_packed_as_byte_code_at_the_path_qt_reads(tmp_path: Path) -> None:
    compiled = dict(qt_support.compiled_support(tmp_path))

    by_path = {f"{folder}/{Path(file).name}": Path(file) for file, folder in compiled.items()}
    loader = by_path["shiboken6/files.dir/shibokensupport/signature/loader.pyc"]
    code = marshal.loads(loader.read_bytes()[16:])
    assert code.co_filename == "shiboken6/files.dir/shibokensupport/signature/loader.py", "no path of the build machine"
    assert "shiboken6/files.dir/shibokensupport/feature.pyc" in by_path


def test_a_qt_without_support_files_is_packed_unchanged(tmp_path: Path) -> None:
    import sys

    original = sys.modules.pop("shibokensupport", None)
    try:
        assert qt_support.compiled_support(tmp_path) == []
    finally:
        if original is not None:
            sys.modules["shibokensupport"] = original
