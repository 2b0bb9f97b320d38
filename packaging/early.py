"""Early: runtime hook that runs before PyInstaller's own hooks, one of which imports Qt.

Garbage collection is disabled until launch.py begins, and the window disables it again (import_speedups.py).
"""

import gc
import os
import sys

from child_environment import restore_environment
from module_packs import open_packs

gc.disable()
restore_environment(os.environ)
open_packs(sys._MEIPASS)  # type: ignore[attr-defined] # set by PyInstaller

from vaultdesk.ui.app.import_speedups import speed_up_enums  # noqa: E402 - it is imported from the packs

speed_up_enums()
