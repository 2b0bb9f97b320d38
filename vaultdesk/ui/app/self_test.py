"""Self test of the packaged program: opens the welcome vault, finds a note and exits."""

import asyncio
import faulthandler

from vaultdesk.core.platform.paths import app_folders, welcome_vault
from vaultdesk.ui import bridge
from vaultdesk.ui.app.application import make_application, make_desktop
from vaultdesk.ui.single_instance import SingleInstance, instance_name

TIME_LIMIT = 50.0
"""Seconds it may take: a cold disk and a first index."""

HANG_LIMIT = 70.0
"""Seconds after which the process, if it has not exited, writes the stacks of its threads and exits with code 1."""

STACKS_NAME = "self-test.txt"
"""The file for these stacks, in the folder of logs."""

QUERY, EXPECTED_PATH = "heat pump", "Projects/House/Boiler.md"
"""Words, and a note of the welcome vault that contains them."""


def self_test() -> int:
    """Return 0 if the window opened the welcome vault and the search found its note."""
    folders = app_folders()
    folders.logs.mkdir(parents=True, exist_ok=True)
    # Open until the process exits, which may hang as well.
    stacks = (folders.logs / STACKS_NAME).open("w", encoding="utf-8")
    faulthandler.dump_traceback_later(HANG_LIMIT, exit=True, file=stacks)
    application = make_application()
    desktop = make_desktop(application, folders, SingleInstance(f"{instance_name()}-self-test"))

    async def search_welcome_vault() -> bool:
        running = bridge.start(desktop.run(welcome_vault(folders)), owner=desktop)
        try:
            async with asyncio.timeout(TIME_LIMIT):
                await desktop.started.wait()
                views = desktop.views
                if views is None:
                    return False
                await views.workspace.indexer.settled()
                hits = await views.workspace.searcher.search(QUERY)
                return any(hit.path == EXPECTED_PATH for hit in hits)
        except TimeoutError:
            return False
        finally:
            desktop.quit()
            await asyncio.wait([running])

    return 0 if bridge.run(search_welcome_vault()) else 1
