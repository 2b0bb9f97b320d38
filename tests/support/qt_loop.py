"""Qt loop: run a coroutine test on a fresh qasync loop (vaultdesk/ui/README.md, "Event loop"). In it, await; never use
qtbot's waits."""

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import ParamSpec

from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from vaultdesk.ui.bridge import cancel_all, closing_generators

P = ParamSpec("P")

QT_TEST_LIMIT = 45.0
"""Seconds a coroutine on Qt's loop may take; far over what any needs, also where other work has the processors, and
under the limit of every test, so that a hang has a name."""

PATIENCE = 40.0
"""Seconds in which a condition must hold; usually far less, on a busy machine more. Under `QT_TEST_LIMIT`."""


def on_qt_loop(test: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    """Make a plain test of the coroutine *test*, run on a fresh Qt loop, bounded by `QT_TEST_LIMIT`."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        application = QApplication.instance() or QApplication([])
        assert isinstance(application, QApplication)
        application.setQuitOnLastWindowClosed(False)

        async def limited() -> None:
            with closing_generators():
                async with asyncio.timeout(QT_TEST_LIMIT):
                    try:
                        await test(*args, **kwargs)
                    finally:
                        # What widgets still wait for must end here: later there is no loop for it to step on.
                        await cancel_all()

        with asyncio.Runner(loop_factory=lambda: QEventLoop(application)) as runner:
            runner.run(limited())

    return run


async def until(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Turn the loop until *condition* holds; raises TimeoutError after *seconds*. For what no signal tells."""
    async with asyncio.timeout(seconds):
        while not condition():
            # Not 0: a spinning loop starves the threads whose work the condition may wait for.
            await asyncio.sleep(0.002)
