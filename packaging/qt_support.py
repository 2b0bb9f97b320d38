"""Qt support: extracts the Python files in Qt for Python's library as byte code.

The library contains them as a zip archive of sources, which it compiles at every start. If there is a folder
`files.dir` beside it, it imports them from there (`SBK_EMBED`), which shortens the start of an empty window by a fifth.
"""

import py_compile
import sys
from pathlib import Path, PurePosixPath

FOLDER = "shiboken6/files.dir"
"""Path of that folder in the bundle."""


def compiled_support(to: Path) -> list[tuple[str, str]]:
    """Write the byte code into the folder *to* and return each file with its folder in the bundle, for PyInstaller.

    Return an empty list if the library contains no such files.
    """
    import PySide6.QtCore  # noqa: F401 - the import makes the library open its archive

    loader = getattr(sys.modules.get("shibokensupport"), "__loader__", None)
    archive = getattr(loader, "zfile", None)
    if archive is None:
        return []
    files = []
    for name in sorted(member for member in archive.namelist() if member.endswith(".py")):
        source, byte_code = to / "source" / name, to / f"{name}c"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_bytes(archive.read(name))
        # The source is not shipped, so the byte code is not checked against it; its path is that in the bundle.
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        bundle_path = PurePosixPath(FOLDER, name)
        py_compile.compile(
            str(source), str(byte_code), str(bundle_path), doraise=True, optimize=1, invalidation_mode=mode
        )
        files.append((str(byte_code), str(bundle_path.parent)))
    return files
