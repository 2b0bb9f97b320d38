"""The bridge between asyncio and Qt: tasks owned by objects, signals awaited, failures reported."""

import asyncio
import logging
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import shiboken6
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QDialog
from qasync import QEventLoop

from vaultdesk.core.feed import Feed

log = logging.getLogger(__name__)

T = TypeVar("T")
P = ParamSpec("P")
Owner = TypeVar("Owner", bound=QObject)
Work = Coroutine[Any, Any, None]  # Any: a coroutine's send and yield types are asyncio's own

SWITCH = 0.001
"""Seconds a thread may keep Python's lock while the window waits for it. A window takes the lock dozens of times to
paint itself; at Python's own five milliseconds each, it would stand still beside any thread that works."""

WORKERS = 4
"""Threads behind `asyncio.to_thread`; they wait for disks, so a few more than cores do no harm."""


class BoundSignal(Protocol):
    """What PySide's signals can do, as far as the bridge needs it."""

    def connect(self, slot: Callable[..., object]) -> object:
        """Call *slot* at each emission."""

    def disconnect(self, slot: Callable[..., object]) -> object:
        """Stop calling *slot*."""


class Failures(QObject):
    """Tells the window about tasks that failed; emits the exception."""

    failed = Signal(object)


_failures: list[Failures] = []
_tasks: set[asyncio.Task[Any]] = set()  # Any: the tasks' results differ and nobody here looks at them


def failures() -> Failures:
    """Return the one place that tells of failed tasks: `failures().failed.connect(show)`."""
    if not _failures or not shiboken6.isValid(_failures[0]):
        _failures[:] = [Failures()]
    return _failures[0]


def run(main: Coroutine[Any, Any, T]) -> T:  # Any: a coroutine's send and yield types are asyncio's own
    """Run *main* to its end on a loop that is Qt's and asyncio's; the QApplication must exist."""
    application = QApplication.instance()
    assert isinstance(application, QApplication), "make the QApplication first"
    application.setQuitOnLastWindowClosed(False)
    sys.setswitchinterval(SWITCH)

    async def with_workers() -> T:
        workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="vaultdesk-worker")
        asyncio.get_running_loop().set_default_executor(workers)
        with closing_generators():
            try:
                return await main
            finally:
                await cancel_all()
                workers.shutdown(wait=True, cancel_futures=True)

    with asyncio.Runner(loop_factory=lambda: QEventLoop(application)) as runner:
        return runner.run(with_workers())


@contextmanager
def closing_generators() -> Iterator[None]:
    """Close async generators that nobody reads any more on the running loop, as asyncio's own loops do.

    qasync leaves it to the collector, which cannot wait: a connection's stream then ends in a RuntimeError.
    """
    loop, before = asyncio.get_running_loop(), sys.get_asyncgen_hooks()

    def close(generator: AsyncGenerator[Any, Any]) -> None:  # Any: whatever it yields
        task = loop.create_task(generator.aclose())
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)

    def abandoned(generator: AsyncGenerator[Any, Any]) -> None:  # Any: as above
        if not loop.is_closed():
            loop.call_soon_threadsafe(close, generator)

    sys.set_asyncgen_hooks(finalizer=abandoned)
    try:
        yield
    finally:
        sys.set_asyncgen_hooks(*before)


def start(work: Coroutine[Any, Any, T], owner: QObject) -> asyncio.Task[T]:  # Any: as in `run`
    """Run *work* as a task that is cancelled when *owner* is destroyed; a failure is logged and told."""
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
    """Let an async method of a QObject end with its object: who awaits it goes on where the object is destroyed.

    Its failures are logged and told as those of every task, and not the awaiting one's.
    """

    @wraps(method)
    async def work(owner: Owner, /, *given: P.args, **named: P.kwargs) -> None:
        await asyncio.wait([start(method(owner, *given, **named), owner)])

    return work


def follow(feed: Feed[T], do: Callable[[T], object], owner: QObject) -> None:
    """Call *do* with each item that *feed* publishes from now on, for as long as *owner* lives."""
    # Subscribed here and now: a task would do it in the loop's next turn, and miss what is published until then.
    subscription = ExitStack()
    items = subscription.enter_context(feed.subscribe())

    async def read() -> None:
        async for item in items:
            do(item)

    start(read(), owner).add_done_callback(lambda _task: subscription.close())


def running() -> int:
    """Return how many tasks are alive."""
    return len(_tasks)


async def cancel_all() -> None:
    """Cancel every task and wait until all have ended."""
    current = asyncio.current_task()
    waiting = [task for task in _tasks if task is not current]
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def ask(dialog: QDialog) -> int:
    """Open *dialog* and return its result when it is finished; cancelling the caller closes it."""
    finished: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def finish(result: int) -> None:
        if not finished.done():
            finished.set_result(result)

    def gone() -> None:
        finish(int(QDialog.DialogCode.Rejected))

    dialog.finished.connect(finish)
    dialog.destroyed.connect(gone)
    dialog.open()
    try:
        return await finished
    finally:
        if shiboken6.isValid(dialog):
            dialog.finished.disconnect(finish)
            dialog.destroyed.disconnect(gone)
            if dialog.isVisible():
                dialog.reject()


async def wait_signal(signal: BoundSignal) -> tuple[Any, ...]:  # Any: a signal carries what it carries
    """Wait for the next emission of *signal* and return what it carried."""
    emitted: asyncio.Future[tuple[Any, ...]] = asyncio.get_running_loop().create_future()  # Any: as above

    def finish(*values: Any) -> None:  # noqa: ANN401 - Any: a signal carries what it carries
        if not emitted.done():
            emitted.set_result(values)

    signal.connect(finish)
    try:
        return await emitted
    finally:
        signal.disconnect(finish)
