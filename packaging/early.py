"""Early: what is done before PyInstaller's own hooks, one of which imports Qt: it costs no more than in our source.

Leaves the garbage alone until launch.py begins; the window goes on so (import_speedups.py).
"""

import gc
import os
import sys

from child_environment import restore_environment
from module_packs import open_packs

gc.disable()
restore_environment(os.environ)
open_packs(sys._MEIPASS)  # type: ignore[attr-defined] # the packer's, which no other program has

from vaultdesk.ui.app.import_speedups import speed_up_enums  # noqa: E402 - it comes out of the packs

speed_up_enums()
