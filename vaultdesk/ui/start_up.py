"""Start-up: what is read behind the first window and warmed up later, in threads, so that it can be moved meanwhile.

What is imported when: import_order.py.
"""

import asyncio
import gc
import importlib
import logging
import os
import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.ui import bridge
from vaultdesk.ui.import_order import import_later
from vaultdesk.ui.vault_window import Means

if TYPE_CHECKING:
    from vaultdesk.core.credentials import Credentials
    from vaultdesk.core.settings.settings_store import Settings, SettingsStore

log = logging.getLogger(__name__)

WARM_UP_AFTER = 1_500
"""Milliseconds after the vault was opened: tree and search are there by then, and no question is written yet."""


async def read_means(places: AppFolders) -> Means:
    """Read the settings and the keys."""
    store, credentials = await asyncio.to_thread(_read, places)
    return Means(places, store, credentials)


def warm_up_soon(owner: QObject, settings: "Settings") -> None:
    """Begin to warm up what answers questions, once the vault has appeared; not where *owner* is gone by then.

    Of the vendors' SDKs only what *settings* or keys of the environment ask for: the others wait for their use.
    """
    # After ours: a thread that imports for two seconds makes everything else that the start does wait.
    # No daemon: frozen amid an import when the program ends, it would keep a lock that the end waits for.

    async def warm_up() -> None:
        try:
            await import_later()
        except ImportError:
            log.info("Not all could be imported beforehand", exc_info=True)
        threading.Thread(target=_warm_up, args=(settings,), name="vaultdesk-warm-up").start()

    QTimer.singleShot(WARM_UP_AFTER, owner, lambda: bridge.start(warm_up(), owner=owner))


def _read(places: AppFolders) -> "tuple[SettingsStore, Credentials]":
    """Import the settings and the keys and read the file: a tenth of a second, on a thread of its own."""
    from vaultdesk.core.credentials import Credentials  # after the first paint only
    from vaultdesk.core.settings.settings_store import SettingsStore  # likewise

    store = SettingsStore(places.settings_file)
    store.load()
    return store, Credentials()


def _warm_up(settings: "Settings") -> None:
    """Import and try the SDKs that are used, where it holds nobody up; the first question finds them ready."""
    try:
        ways = importlib.import_module("vaultdesk.providers.provider_types").api_flavours_in_use(settings, os.environ)
        importlib.import_module("vaultdesk.providers.sdk_preload").preload_sdks(ways)
    except Exception:  # whatever it is, the first question meets it again and tells it better
        log.info("Not all could be imported beforehand", exc_info=True)
    # What start-up made stays for good: looked through at each full collection, it would hold the window for 0.1 s.
    gc.freeze()
