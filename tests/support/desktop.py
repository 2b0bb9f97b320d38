"""Desktop: the real desktop on a home of its own, with a small real vault, for tests that run on Qt's loop."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import shiboken6

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
    """Run a desktop as the program does, and close its windows at the end of the block."""
    gc.collect()  # The windows before this one: at their end, their test still had names for them.
    gc.freeze()  # What lives on, above all the libraries, need not be looked through at the end of this one.
    where = app_folders()
    instance = SingleInstance(str(where.data.parent / "s"))
    desktop = make_desktop(make_application(), where, instance)
    desktop.window.resize(1300, 700)
    collecting = gc.isenabled()
    gc.disable()
    life = asyncio.ensure_future(desktop.run(folder))
    # What the program keeps out of all collections to come would never be freed here, where more windows follow.
    not_frozen = patch.object(window_manager, "gc", SimpleNamespace(freeze=lambda: None))
    not_frozen.start()
    try:
        await until(lambda: life.done() or desktop.started.is_set())
        yield desktop
        if not life.done():
            desktop.quit()
            assert await life == 0
    finally:
        life.cancel()
        await asyncio.wait([life])
        instance.close()
        await bridge.cancel_all()
        not_frozen.stop()
        for one in desktop.windows:
            shiboken6.delete(one.window)
        # Here and now, on this thread: a widget freed by a worker's collection may take the tests along.
        gc.collect()
        if collecting:
            gc.enable()


async def open_views(desktop: WindowManager) -> VaultViews:
    """Return the views of the open vault, its index settled."""
    await until(lambda: desktop.views is not None)
    views = desktop.views
    assert views is not None
    await views.workspace.indexer.settled()
    return views
