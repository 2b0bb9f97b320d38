"""Lean start: what Python and Qt for Python would do at every import of the start, and nobody needs. Imports no widget.

Qt for Python reads the source of every module that is imported after it, to see whether the module may switch its
spelling (`from __feature__ import snake_case`), and Python keeps those lines. This program has one spelling: a thousand
files need not be read, in the middle of a start.
"""

import gc
import sys

from vaultdesk.ui.quick_dataclasses import make_dataclasses_quickly
from vaultdesk.ui.quick_enums import make_enums_quickly


def start_lean() -> None:
    """Let imports cost no more than themselves from now on. Where Qt for Python has changed, nothing is done."""
    # What a start makes stays: looking through it while it grows frees nothing. The window's collector takes over.
    gc.disable()
    make_enums_quickly()
    make_dataclasses_quickly()
    import PySide6.QtCore  # noqa: F401 - it brings what is made lean, and makes most of what stays

    features = sys.modules.get("shibokensupport.feature")
    if features is not None and "_mod_uses_pyside" in vars(features):
        vars(features)["_mod_uses_pyside"] = _has_one_spelling


def _has_one_spelling(_module: object) -> bool:
    return False
