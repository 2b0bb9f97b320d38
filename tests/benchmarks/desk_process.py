"""The program in its own process, which reports when it becomes usable and how long its window stalls.

`python -m tests.benchmarks.desk_process VAULT` opens the vault as any start does, waits until everything is indexed,
idles and quits. It prints one line of JSON. Used by bench_desk.py.
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

    from tests.benchmarks.beats import StallMonitor
    from vaultdesk.ui.app.window_manager import WindowManager
    from vaultdesk.ui.browser.files_page import BuiltTree

REST = 3.0
"""Seconds after which the window counts as idle: deferred work is finished by then."""

QUESTION = "desmo"
"""Search term: a word that thousands of the generated notes contain."""


class Marks:
    """Times and stalls of one run."""

    def __init__(self) -> None:
        self.values: dict[str, float] = {}
        """When each state was reached, and the processor time of the whole process until then, in seconds."""

    def mark(self, name: str) -> None:
        """Record that the state *name* was reached."""
        self.values[name] = time.time()
        self.values[f"{name} processor"] = time.process_time()

    @contextmanager
    def stall(self, name: str, monitor: "StallMonitor") -> Iterator[None]:
        """Measure the stalls within the block."""
        with monitor.measure() as stall:
            yield
        self.values[f"{name} stall"], self.values[f"{name} late"] = stall.busy, stall.late


async def observe(desktop: "WindowManager", marks: Marks) -> None:
    """Observe the desktop until it is usable and idle, then quit it."""
    import asyncio  # all this is imported after the first paint, as in the program

    from tests.benchmarks.beats import StallMonitor, family_megabytes

    monitor = StallMonitor()
    with marks.stall("usable", monitor):
        await desktop.started.wait()  # Not polled: each poll would delay the imports.
        views = desktop.views
        assert views is not None
        with marks.stall("index", monitor):
            while not views.browser.model.rowCount():  # At the very first start the tree is filled only then.
                await asyncio.sleep(0.005)
            if "tree" not in marks.values:
                marks.mark("tree")
            while not (await views.workspace.searcher.find(QUESTION, 20)).hits:
                await asyncio.sleep(0.05)
            marks.mark("search")
            state = await views.workspace.indexer.settled()
            marks.mark("settled")
    with marks.stall("after", monitor):
        await asyncio.sleep(REST)
    with marks.stall("rest", monitor):
        await asyncio.sleep(REST)
    marks.values["megabytes"], marks.values["own megabytes"] = family_megabytes()
    marks.values["notes"] = state.notes
    print(json.dumps(marks.values), flush=True)
    desktop.quit()


def main() -> int:
    """Run the program on the vault given on the command line."""
    speed_up_imports()  # As in the program's entry point, before anything of Qt is imported.
    from vaultdesk.ui.app import application

    marks = Marks()
    paint = application.paint

    def after_paint(window: "QWidget") -> None:
        paint(window)
        marks.mark("painted")
        from vaultdesk.ui import bridge
        from vaultdesk.ui.app import window_manager  # what the program imports next
        from vaultdesk.ui.app.window_manager import WindowManager

        run_until_shutdown = WindowManager._run_until_shutdown

        async def observed(self: WindowManager, folder: Path | None, question: str | None) -> None:
            bridge.start(observe(self, marks), owner=self)
            await run_until_shutdown(self, folder, question)

        WindowManager._run_until_shutdown = observed  # type: ignore[method-assign] # observes the unmodified program
        from vaultdesk.ui.staged_import import import_first  # as above

        async def import_first_observed() -> None:
            await import_first()
            from vaultdesk.ui.browser.files_page import FilesPage  # imported by import_first

            show = FilesPage._show_tree

            def show_observed(self: FilesPage, tree: "BuiltTree") -> None:
                show(self, tree)
                if "tree" not in marks.values and self.model.rowCount():
                    marks.mark("tree")

            FilesPage._show_tree = show_observed  # type: ignore[method-assign] # as above

        window_manager.import_first = import_first_observed  # type: ignore[attr-defined] # the name imported into that module

    application.paint = after_paint
    return application.main(LaunchRequest(Path(sys.argv[1])))


if __name__ == "__main__":
    sys.exit(main())
