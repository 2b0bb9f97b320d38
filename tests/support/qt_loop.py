"""Qt loop: runs a coroutine test on a new qasync loop (vaultdesk/ui/README.md, "Event loop"). Such a test
uses `await`, never the wait functions of qtbot."""

import asyncio
import functools
from collections import deque
from collections.abc import Callable, Coroutine
from typing import ParamSpec

from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from vaultdesk.ui.bridge import cancel_all, closing_generators

P = ParamSpec("P")

QT_TEST_LIMIT = 45.0
"""Time limit in seconds of a coroutine on the Qt loop. Far above the time any test needs, also on a busy machine, and
below the limit of pytest, so that a hang is reported here."""

PATIENCE = 40.0
"""Default timeout in seconds of `until`. Below `QT_TEST_LIMIT`; conditions usually hold much earlier."""

FIRST_POLL, LAST_POLL = 0.002, 0.01
"""Seconds between two polls of `until` at first, and after a while: conditions that hold soon are noticed soon."""

POLL_GROWTH = 1.25
"""Factor between two such delays."""

_recent_loops: deque[QEventLoop] = deque(maxlen=50)
"""Loops of the last tests. A worker thread may still refer to the loop of a test that has ended. If it dropped the last
reference, the loop's timer object would be destroyed in that thread, and its pending timers would fire for a deleted
object in this one."""


def _new_loop(application: QApplication) -> QEventLoop:
    loop = QEventLoop(application)
    _recent_loops.append(loop)
    return loop


def on_qt_loop(test: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    """Wrap the coroutine *test* to run on a new Qt event loop, limited to `QT_TEST_LIMIT`."""

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
                        # Pending tasks of widgets must end here, while the loop still runs.
                        await cancel_all()

        with asyncio.Runner(loop_factory=lambda: _new_loop(application)) as runner:
            runner.run(limited())

    return run


async def until(condition: Callable[[], object], seconds: float = PATIENCE, *, last_poll: float = LAST_POLL) -> None:
    """Run the loop until *condition* holds; raises TimeoutError after *seconds*. For states without a signal.

    A larger *last_poll*, in seconds, suits a condition that reads many widgets.
    """
    delay = FIRST_POLL
    async with asyncio.timeout(seconds):
        while not condition():
            # Not 0: a spinning loop starves the threads whose work the condition may wait for.
            await asyncio.sleep(delay)
            delay = min(delay * POLL_GROWTH, last_poll)
