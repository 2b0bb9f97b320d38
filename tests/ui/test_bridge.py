"""Bridge: tasks end with their owners, failures are reported, dialogs are awaited, and nothing is left running."""

import asyncio
import gc
import logging
import threading
from collections.abc import AsyncIterator

import pytest
import shiboken6
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.feed import Feed
from vaultdesk.ui import bridge


class Bell(QObject):
    """Emits a signal with arguments."""

    rung = Signal(str, int)


def settle() -> None:
    """Process deferred deletions."""
    QApplication.sendPostedEvents(None, 52)
    QApplication.processEvents()


@on_qt_loop
async def test_a_task_ends_when_its_owner_is_destroyed() -> None:
    owner = QObject()
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    bridge.start(work(), owner)
    await asyncio.sleep(0)
    shiboken6.delete(owner)
    await ended.wait()
    await asyncio.sleep(0)

    assert bridge.running() == 0


class Page(QObject):
    """An object with an owned coroutine."""

    def __init__(self) -> None:
        super().__init__()
        self.started, self.may_end, self.reached = asyncio.Event(), asyncio.Event(), False

    @bridge.owned
    async def work(self) -> None:
        self.started.set()
        await self.may_end.wait()
        self.reached = True


@on_qt_loop
async def test_an_owned_coroutine_ends_with_its_object_and_its_caller_continues() -> None:
    page = Page()
    waiting = asyncio.ensure_future(page.work())
    await page.started.wait()
    shiboken6.delete(page)
    page.may_end.set()
    await waiting

    assert not page.reached

    other = Page()
    other.may_end.set()
    await other.work()
    assert other.reached


@on_qt_loop
async def test_a_finished_task_is_not_retained_by_its_owner() -> None:
    owner = QObject()

    async def work() -> int:
        return 7

    for _ in range(200):
        assert await bridge.start(work(), owner) == 7
    await asyncio.sleep(0)
    gc.collect()

    assert bridge.running() == 0
    assert not [task for task in asyncio.all_tasks() if "work" in task.get_name()]


@on_qt_loop
async def test_a_failure_is_logged_and_reported() -> None:
    owner = QObject()
    received: list[BaseException] = []
    bridge.failures().failed.connect(received.append)
    records: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = records.append  # type: ignore[method-assign]  # records into a list
    logger = logging.getLogger("vaultdesk.ui.bridge")
    logger.addHandler(handler)
    logger.propagate = False

    async def work() -> None:
        raise ZeroDivisionError("by the test")

    try:
        task = bridge.start(work(), owner)
        with pytest.raises(ZeroDivisionError):
            await task
        await asyncio.sleep(0)
    finally:
        logger.propagate = True
        logger.removeHandler(handler)
        bridge.failures().failed.disconnect(received.append)

    assert [type(error) for error in received] == [ZeroDivisionError]
    assert [record.levelname for record in records] == ["ERROR"]


@on_qt_loop
async def test_a_cancelled_task_is_not_a_failure() -> None:
    received: list[BaseException] = []
    bridge.failures().failed.connect(received.append)
    owner = QObject()
    task = bridge.start(asyncio.Event().wait(), owner)
    await asyncio.sleep(0)

    task.cancel()
    await asyncio.wait([task])
    bridge.failures().failed.disconnect(received.append)

    assert received == []


@on_qt_loop
async def test_ask_returns_the_result_of_the_dialog() -> None:
    dialog = QDialog()
    QTimer.singleShot(0, dialog.accept)

    assert await bridge.ask(dialog) == QDialog.DialogCode.Accepted


@on_qt_loop
async def test_cancelling_ask_closes_the_dialog() -> None:
    window, dialog = QWidget(), QDialog()
    window.show()
    asking = bridge.start(bridge.ask(dialog), window)
    await asyncio.sleep(0)
    assert dialog.isVisible()

    asking.cancel()
    await asyncio.wait([asking])

    assert not dialog.isVisible()
    assert asking.cancelled()
    window.close()


@on_qt_loop
async def test_a_destroyed_dialog_counts_as_rejected() -> None:
    dialog = QDialog()
    QTimer.singleShot(0, dialog.deleteLater)

    assert await bridge.ask(dialog) == QDialog.DialogCode.Rejected


@on_qt_loop
async def test_other_tasks_continue_while_a_dialog_is_open() -> None:
    dialog, owner = QDialog(), QObject()
    steps: list[int] = []

    async def count() -> None:
        for step in range(5):
            steps.append(step)
            await asyncio.sleep(0)
        dialog.reject()

    bridge.start(count(), owner)

    assert await bridge.ask(dialog) == QDialog.DialogCode.Rejected
    assert steps == [0, 1, 2, 3, 4]


@on_qt_loop
async def test_wait_signal_returns_the_arguments_and_disconnects() -> None:
    bell = Bell()
    QTimer.singleShot(0, lambda: bell.rung.emit("noon", 12))

    assert await bridge.wait_signal(bell.rung) == ("noon", 12)
    assert bell.receivers("2rung(QString,int)") == 0


def test_run_ends_every_task_and_thread(qapp: QApplication) -> None:
    ended: list[str] = []

    async def background() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("background")

    async def main() -> str:
        bridge.start(background(), qapp)
        await asyncio.sleep(0)
        return await asyncio.to_thread(lambda: threading.current_thread().name)

    name = bridge.run(main())

    assert name.startswith("vaultdesk-worker")
    assert ended == ["background"]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("vaultdesk-worker")]


def test_an_abandoned_generator_is_closed_on_the_loop(qapp: QApplication) -> None:
    events: list[str] = []

    async def numbers() -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
        finally:
            await asyncio.sleep(0)  # impossible in the garbage collector
            events.append("closed")

    async def main() -> None:
        async for _ in numbers():
            break
        gc.collect()
        async with asyncio.timeout(5):
            while not events:
                await asyncio.sleep(0)

    bridge.run(main())

    assert events == ["closed"]


def test_many_signal_emissions_do_not_abort_the_process(qapp: QApplication) -> None:
    """PySide6 6.12 drops a reference of True at each emission on Python 3.11 and aborts after a few hundred
    (vaultdesk/ui/README.md, "Reference counts")."""
    bell = Bell()
    received: list[bool] = []
    bell.rung.connect(lambda *_: received.append(True))

    for number in range(10_000):
        bell.rung.emit("x", number)

    assert len(received) == 10_000


@on_qt_loop
async def test_a_feed_is_followed_immediately_and_until_its_owner_is_deleted() -> None:
    feed: Feed[int] = Feed()
    owner, received = QObject(), list[int]()
    bridge.follow(feed, received.append, owner)
    feed.publish(1)
    await until(lambda: received == [1])
    shiboken6.delete(owner)
    await until(lambda: not feed._readers)
    feed.publish(2)
    assert received == [1]
