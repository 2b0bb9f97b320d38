"""Lean start: imports read no source, garbage is not looked for, and a class of Qt still has its one spelling."""

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


def scene(start: str) -> list[str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", SCENE.format(start=start)]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.split()


def test_modules_that_are_imported_are_not_read_for_a_spelling() -> None:
    assert scene("speed_up_imports()") == ["0", "False", "True", "False"]


def test_without_it_qt_for_python_reads_each() -> None:
    """Tells when the vendor stopped doing so: then this module has nothing left to do."""
    assert scene("import PySide6.QtCore")[0] != "0"


def test_a_qt_for_python_that_has_changed_is_left_as_it_is() -> None:
    changed = "import PySide6.QtCore\ndel sys.modules['shibokensupport.feature']._mod_uses_pyside\nspeed_up_imports()\n"
    changed += "sys.modules['shibokensupport.feature']._mod_uses_pyside = lambda module: False"

    assert scene(changed)[1:] == ["False", "True", "False"]
