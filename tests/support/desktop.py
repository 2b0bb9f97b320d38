"""Desktop: the real window manager with a separate home and a small vault, for tests on the Qt event loop."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import shiboken6

from tests.support.keys import release_modifiers
from tests.support.qt_loop import until
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.ui import bridge
from vaultdesk.ui.app import window_manager
from vaultdesk.ui.app.application import make_application, make_desktop
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.single_instance import SingleInstance

NOTES = {
    "Boiler.md": "# Boiler\n\nThe old boiler leaks. See [[Heat-loss survey]].\n",
    "Projects/Heat-loss survey.md": "# Survey\n\n## Result\n\nThe house loses 8.2 kW.\n",
    "Daily/2026-11-20.md": "Brandt rang about the boiler.\n",
}


def small_vault(folder: Path) -> Path:
    """Write the notes into *folder* and return it."""
    for name, text in NOTES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


@asynccontextmanager
async def running_desktop(folder: Path | None = None) -> AsyncIterator[WindowManager]:
    """Run a window manager as the program does, and close its windows at the end of the block."""
    gc.collect()  # Windows of earlier tests, which their tests still referenced when they were closed.
    gc.freeze()  # Excludes long-lived objects, above all of libraries, from the collection at the end.
    folders = app_folders()
    instance = SingleInstance(str(folders.data.parent / "s"))
    desktop = make_desktop(make_application(), folders, instance)
    release_modifiers()
    desktop.window.resize(1300, 700)
    gc_was_enabled = gc.isenabled()
    gc.disable()
    task = asyncio.ensure_future(desktop.run(folder))
    # Objects frozen by the program would never be freed in a process that opens more windows.
    not_frozen = patch.object(window_manager, "gc", SimpleNamespace(freeze=lambda: None))
    not_frozen.start()
    try:
        await until(lambda: task.done() or desktop.started.is_set())
        yield desktop
        if not task.done():
            desktop.quit()
            assert await task == 0
    finally:
        task.cancel()
        await asyncio.wait([task])
        instance.close()
        await bridge.cancel_all()
        not_frozen.stop()
        for window in desktop.windows:
            shiboken6.delete(window.window)
        # Collected on this thread: a widget freed by a collection in a worker thread may crash the process.
        gc.collect()
        if gc_was_enabled:
            gc.enable()


async def open_views(desktop: WindowManager) -> VaultViews:
    """Return the views of the open vault, its index settled."""
    await until(lambda: desktop.views is not None)
    views = desktop.views
    assert views is not None
    await views.workspace.indexer.settled()
    return views
