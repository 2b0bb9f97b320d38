"""DeskProcess: the program in a process of its own that says when it can be used, and how long its window stood still.

`python -m tests.benchmarks.desk_process VAULT`: it opens the vault as any start does, waits until all is indexed, rests
and ends. It prints one line of JSON. Asked by bench_desk.py.
"""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from vaultdesk.core.platform.launch_request import LaunchRequest
from vaultdesk.ui.app.import_speedups import speed_up_imports

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tests.benchmarks.beats import Beats
    from vaultdesk.ui.app.window_manager import WindowManager
    from vaultdesk.ui.browser.files_page import BuiltTree

REST = 3.0
"""Seconds after which the window counts as at rest: what is begun late is done by then."""

QUESTION = "desmo"
"""What is searched for: a word that thousands of the made notes have."""


class Told:
    """What is known of one run."""

    def __init__(self) -> None:
        self.marks: dict[str, float] = {}
        """Seconds of processor time of the whole process until something was reached, and the time it was."""

    def mark(self, name: str) -> None:
        """*name* is reached."""
        self.marks[name] = time.time()
        self.marks[f"{name} processor"] = time.process_time()

    @contextmanager
    def stall(self, name: str, beats: "Beats") -> Iterator[None]:
        """Measure what happens within the block."""
        with beats.measured() as stall:
            yield
        self.marks[f"{name} stall"], self.marks[f"{name} late"] = stall.busy, stall.late


async def live(desktop: "WindowManager", told: Told) -> None:
    """Watch the desktop become what a person can use, and end it."""
    import asyncio  # all this comes after the first paint, as in the program

    from tests.benchmarks.beats import Beats, family_megabytes

    beats = Beats()
    with told.stall("usable", beats):
        await desktop.started.wait()  # Not looked at again and again: each look would hold the imports up.
        views = desktop.views
        assert views is not None
        with told.stall("index", beats):
            while not views.browser.model.rowCount():  # At the very first start it is not listed before.
                await asyncio.sleep(0.005)
            if "tree" not in told.marks:
                told.mark("tree")
            while not (await views.workspace.searcher.find(QUESTION, 20)).hits:
                await asyncio.sleep(0.05)
            told.mark("search")
            state = await views.workspace.indexer.settled()
            told.mark("settled")
    with told.stall("after", beats):
        await asyncio.sleep(REST)
    with told.stall("rest", beats):
        await asyncio.sleep(REST)
    told.marks["megabytes"], told.marks["own megabytes"] = family_megabytes()
    told.marks["notes"] = state.notes
    print(json.dumps(told.marks), flush=True)
    desktop.quit()


def main() -> int:
    """Run the program on the vault that is named."""
    speed_up_imports()  # As the program's own door does; before anything of Qt is imported.
    from vaultdesk.ui.app import application

    told = Told()
    paint = application.paint

    def painted(window: "QWidget") -> None:
        paint(window)
        told.mark("painted")
        from vaultdesk.ui import bridge
        from vaultdesk.ui.app import window_manager  # what the program imports next
        from vaultdesk.ui.app.window_manager import WindowManager

        live_through = WindowManager._run_until_shutdown

        async def watched(self: WindowManager, folder: Path | None, question: str | None) -> None:
            bridge.start(live(self, told), owner=self)
            await live_through(self, folder, question)

        WindowManager._run_until_shutdown = watched  # type: ignore[method-assign] # the program is watched as it is
        from vaultdesk.ui.staged_import import import_first  # as above

        async def first_imported() -> None:
            await import_first()
            from vaultdesk.ui.browser.files_page import FilesPage  # what it has just imported

            show = FilesPage._show_tree

            def shown(self: FilesPage, grown: "BuiltTree") -> None:
                show(self, grown)
                if "tree" not in told.marks and self.model.rowCount():
                    told.mark("tree")

            FilesPage._show_tree = shown  # type: ignore[method-assign] # as above

        window_manager.import_first = first_imported  # type: ignore[attr-defined] # the name it took over

    application.paint = painted
    return application.main(LaunchRequest(Path(sys.argv[1])))


if __name__ == "__main__":
    sys.exit(main())
