"""Early: what is done before PyInstaller's own hooks, one of which imports Qt: it costs no more than in our source.

Leaves the garbage alone until launch.py begins; the window goes on so (lean_start.py).
"""

import gc

from vaultdesk.ui.quick_enums import make_enums_quickly

gc.disable()
make_enums_quickly()
