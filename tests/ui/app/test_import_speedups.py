"""Import speedups: imports read no source, garbage collection is off, and Qt classes keep their one spelling."""

import os
import subprocess
import sys

SCENE = """
import gc, linecache, sys
from vaultdesk.ui.app.import_speedups import speed_up_imports
{start}
import colorsys, vaultdesk.ui.window.toolbar
from PySide6.QtCore import QObject
read = [name for name in linecache.cache if name.endswith(("colorsys.py", "jump.py"))]
print(len(read), gc.isenabled(), hasattr(QObject, "objectName"), hasattr(QObject, "object_name"))
"""


def run(start: str) -> list[str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", SCENE.format(start=start)]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout.split()


def test_imported_modules_are_not_read_to_detect_snake_case() -> None:
    assert run("speed_up_imports()") == ["0", "False", "True", "False"]


def test_qt_for_python_reads_each_module_without_the_speedup() -> None:
    """Fails once the vendor stops doing so: then this module is superfluous."""
    assert run("import PySide6.QtCore")[0] != "0"


def test_a_changed_qt_for_python_is_not_patched() -> None:
    changed = "import PySide6.QtCore\ndel sys.modules['shibokensupport.feature']._mod_uses_pyside\nspeed_up_imports()\n"
    changed += "sys.modules['shibokensupport.feature']._mod_uses_pyside = lambda module: False"

    assert run(changed)[1:] == ["False", "True", "False"]
