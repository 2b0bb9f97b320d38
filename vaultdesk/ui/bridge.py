"""The bridge between asyncio and Qt: tasks owned by objects, awaited signals, reported failures."""

import asyncio
import logging
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import shiboken6
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog
from qasync import QEventLoop

from vaultdesk.core.feed import Feed

log = logging.getLogger(__name__)

T = TypeVar("T")
P = ParamSpec("P")
Owner = TypeVar("Owner", bound=QObject)
Work = Coroutine[Any, Any, None]  # Any: a coroutine's send and yield types are asyncio's own

SWITCH_INTERVAL = 0.001
"""Seconds for which a thread may hold Python's lock while the window waits for it. A window takes the lock dozens of
times to paint itself; with Python's default of five milliseconds each, it would be blocked by any working thread.
"""

MAX_WORKERS = 4
"""Threads for `asyncio.to_thread`; they wait for disks, so a few more than cores are useful."""


class BoundSignal(Protocol):
    """The methods of PySide's signals that the bridge uses."""

    def connect(self, slot: Callable[..., object]) -> object:
        """Call *slot* for each emission."""

    def disconnect(self, slot: Callable[..., object]) -> object:
        """Stop calling *slot*."""


class Failures(QObject):
    """Reports failed tasks to the window; emits the exception."""

    failed = Signal(object)


_failures: list[Failures] = []
_tasks: set[asyncio.Task[Any]] = set()  # Any: the results of the tasks are not used here


def failures() -> Failures:
    """Return the object that reports failed tasks: `failures().failed.connect(show)`."""
    if not _failures or not shiboken6.isValid(_failures[0]):
        _failures[:] = [Failures()]
    return _failures[0]


def run(main: Coroutine[Any, Any, T]) -> T:  # Any: a coroutine's send and yield types are asyncio's own
    """Run *main* to its end on a loop shared by Qt and asyncio; the QApplication must exist."""
    application = QApplication.instance()
    assert isinstance(application, QApplication), "make the QApplication first"
    application.setQuitOnLastWindowClosed(False)
    sys.setswitchinterval(SWITCH_INTERVAL)

    async def run_with_workers() -> T:
        workers = ThreadPoolExecutor(MAX_WORKERS, thread_name_prefix="vaultdesk-worker")
        asyncio.get_running_loop().set_default_executor(workers)
        with closing_generators():
            try:
                return await main
            finally:
                await cancel_all()
                workers.shutdown(wait=True, cancel_futures=True)

    with asyncio.Runner(loop_factory=lambda: QEventLoop(application)) as runner:
        return runner.run(run_with_workers())


@contextmanager
def closing_generators() -> Iterator[None]:
    """Close abandoned async generators on the running loop, as asyncio's own loops do.

    qasync leaves them to the garbage collector, which cannot wait: a connection's stream then ends in a RuntimeError.
    """
    loop, previous_hooks = asyncio.get_running_loop(), sys.get_asyncgen_hooks()

    def close(generator: AsyncGenerator[Any, Any]) -> None:  # Any: the yielded values are not used
        task = loop.create_task(generator.aclose())
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)

    def close_abandoned(generator: AsyncGenerator[Any, Any]) -> None:  # Any: as above
        if not loop.is_closed():
            loop.call_soon_threadsafe(close, generator)

    sys.set_asyncgen_hooks(finalizer=close_abandoned)
    try:
        yield
    finally:
        sys.set_asyncgen_hooks(*previous_hooks)


def start(work: Coroutine[Any, Any, T], owner: QObject) -> asyncio.Task[T]:  # Any: as in `run`
    """Run *work* as a task that is cancelled when *owner* is destroyed; a failure is logged and reported."""
    task = asyncio.get_running_loop().create_task(work, name=getattr(work, "__qualname__", None))
    _tasks.add(task)

    def cancel() -> None:
        task.cancel()

    owner.destroyed.connect(cancel)

    def done(finished: asyncio.Task[T]) -> None:
        _tasks.discard(finished)
        if shiboken6.isValid(owner):
            owner.destroyed.disconnect(cancel)
        if not finished.cancelled() and (error := finished.exception()) is not None:
            log.error("A task failed: %s", finished.get_name(), exc_info=error)
            failures().failed.emit(error)

    task.add_done_callback(done)
    return task


def owned(method: Callable[Concatenate[Owner, P], Work]) -> Callable[Concatenate[Owner, P], Work]:
    """End an async method of a QObject with its object: its caller continues when the object is destroyed.

    Its failures are logged and reported like those of every task, and not raised in the caller.
    """

    @wraps(method)
    async def work(owner: Owner, /, *args: P.args, **kwargs: P.kwargs) -> None:
        await asyncio.wait([start(method(owner, *args, **kwargs), owner)])

    return work


def follow(feed: Feed[T], handler: Callable[[T], object], owner: QObject) -> None:
    """Call *handler* with each item that *feed* publishes from now on, as long as *owner* exists."""
    # Subscribed immediately: a task would subscribe in the next iteration of the loop, and miss items published before.
    subscription = ExitStack()
    items = subscription.enter_context(feed.subscribe())

    async def read() -> None:
        async for item in items:
            handler(item)

    start(read(), owner).add_done_callback(lambda _task: subscription.close())


def running() -> int:
    """Return the number of running tasks."""
    return len(_tasks)


async def cancel_all() -> None:
    """Cancel every task and wait until all have ended."""
    current = asyncio.current_task()
    tasks = [task for task in _tasks if task is not current]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@contextmanager
def first_value(signal: BoundSignal, owner: QObject, default: T) -> Iterator[asyncio.Future[T]]:
    """Yield a future for the first value of *signal*: *default* if *owner*, which emits it, is destroyed before."""
    value: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def finish(emitted: T) -> None:
        if not value.done():
            value.set_result(emitted)

    def finish_destroyed() -> None:
        finish(default)

    signal.connect(finish)
    owner.destroyed.connect(finish_destroyed)
    try:
        yield value
    finally:
        if shiboken6.isValid(owner):
            signal.disconnect(finish)
            owner.destroyed.disconnect(finish_destroyed)


async def ask(dialog: QDialog) -> int:
    """Open *dialog* and return its result when it is finished; cancelling the caller closes it."""
    with first_value(dialog.finished, dialog, int(QDialog.DialogCode.Rejected)) as result:
        dialog.open()
        try:
            return await result
        finally:
            if shiboken6.isValid(dialog) and dialog.isVisible():
                dialog.reject()


async def is_accepted(dialog: QDialog) -> bool:
    """Open *dialog* and return whether it was accepted. It can be read until the caller waits, then it is deleted."""
    try:
        return await ask(dialog) == QDialog.DialogCode.Accepted
    finally:
        dialog.deleteLater()


async def ask_for_file(dialog: QFileDialog) -> Path | None:
    """Open *dialog* and return the chosen path; None if it was cancelled."""
    return Path(files[0]) if await is_accepted(dialog) and (files := dialog.selectedFiles()) else None


async def wait_signal(signal: BoundSignal) -> tuple[Any, ...]:  # Any: the values of the signal are not known here
    """Wait for the next emission of *signal* and return its values."""
    emitted: asyncio.Future[tuple[Any, ...]] = asyncio.get_running_loop().create_future()  # Any: as above

    def finish(*values: Any) -> None:  # noqa: ANN401 - Any: a signal carries what it carries
        if not emitted.done():
            emitted.set_result(values)

    signal.connect(finish)
    try:
        return await emitted
    finally:
        with suppress(RuntimeError):  # The sender has been destroyed in the meantime.
            signal.disconnect(finish)
