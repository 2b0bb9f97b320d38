"""Qt support: the Python files inside Qt for Python's library, as byte code beside it.

The library holds them as a zip of sources and compiles them at every start. Where a folder `files.dir` lies beside it,
it imports them from there (its `SBK_EMBED`), which takes a fifth off the start of a bare window.
"""

import py_compile
import sys
from pathlib import Path, PurePosixPath

FOLDER = "shiboken6/files.dir"
"""Where the library looks for it, in the bundle."""


def compiled_support(to: Path) -> list[tuple[str, str]]:
    """Write the byte code into the folder *to*; return each file with its folder in the bundle, as PyInstaller wants.

    Nothing comes back where Qt for Python holds no such files: then the bundle is as it would be without.
    """
    import PySide6.QtCore  # noqa: F401 - it makes the library open its zip

    loader = getattr(sys.modules.get("shibokensupport"), "__loader__", None)
    archive = getattr(loader, "zfile", None)
    if archive is None:
        return []
    made = []
    for name in sorted(one for one in archive.namelist() if one.endswith(".py")):
        source, byte_code = to / "source" / name, to / f"{name}c"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_bytes(archive.read(name))
        # Never checked against a source, which is not shipped; said to come from the bundle, not from this computer.
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        place = PurePosixPath(FOLDER, name)
        py_compile.compile(str(source), str(byte_code), str(place), doraise=True, optimize=1, invalidation_mode=mode)
        made.append((str(byte_code), str(place.parent)))
    return made
