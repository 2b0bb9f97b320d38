"""Bench of the account of transmissions: status line and popup over a ledger of 100,000 entries.

python -m tests.benchmarks.bench_account [--transmissions 100000]

Limits: 5 ms of the window's thread and 50 ms of the ledger's thread for the line and each part of the popup. The first
query of a month is done in steps, each of which has to stay below the limit of the thread.
"""

import argparse
import asyncio
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication, QWidget

from tests.support.qt_loop import on_qt_loop
from vaultdesk.privacy.account import Account, start_of_day
from vaultdesk.privacy.ledger import Ledger, migrate_ledger
from vaultdesk.ui.privacy.account_popup import AccountPopup
from vaultdesk.ui.privacy.ledger_text import egress_line
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.window.status_bar import StatusBar

T = TypeVar("T")

WINDOW_LIMIT, THREAD_LIMIT = 0.005, 0.050
"""Seconds."""

NOTES, NOTES_PER_REQUEST, REQUESTS_PER_CHAT = 1_200, 3, 20


def fill(file: Path, count: int) -> str:
    """Write *count* transmissions of this month into *file*, most of them today; return the last chat."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        migrate_ledger(database, file)
        now = datetime.now(UTC)
        since = min(start_of_day(now.astimezone()).astimezone(UTC), now - timedelta(seconds=count))
        step = (now - since) / count
        database.execute("BEGIN")
        for number in range(1, count + 1):
            moment = (since + number * step).isoformat(timespec="microseconds")
            chat = f"chat_{number // REQUESTS_PER_CHAT}"
            row = (
                number, moment, chat, "Anthropic", "api.anthropic.com", "m", "question", f"Question {number // 4}?",
                "sent", "person", "", NOTES_PER_REQUEST, 4, 450, 1_800, 10, 40, 1_000, 4_000, 300, 1_200, chat,
            )  # fmt: skip
            database.execute(f"INSERT INTO transmissions VALUES ({', '.join('?' * len(row))})", row)
            for nth in range(NOTES_PER_REQUEST):
                path = f"Folder/Note {(7 * number + nth * 401) % NOTES}.md"
                database.execute("INSERT INTO transmitted_notes VALUES (?, ?, ?, ?, ?)", (number, path, 150, 600, 2))
                if nth == 0:
                    database.execute(
                        "INSERT INTO disclosed (time, conversation, provider, host, model, path, heading, characters,"
                        " kind, transmission) VALUES (?, ?, 'Anthropic', 'h', 'm', ?, 'H', 600, 'sent', ?)",
                        (moment, chat, path, number),
                    )
            database.execute(
                "INSERT INTO network_requests (transmission, time, bytes) VALUES (?, ?, ?)", (number, moment, 9_000)
            )
        database.execute("COMMIT")
    return f"chat_{count // REQUESTS_PER_CHAT - 1}"


class MeasuredLedger(Ledger):
    """Records the longest processor time of a job of its thread."""

    longest = 0.0

    async def _run_in_thread(self, job: Callable[[], T]) -> T:
        def measured() -> T:
            started = time.thread_time()
            try:
                return job()
            finally:
                self.longest = max(self.longest, time.thread_time() - started)

        return await super()._run_in_thread(measured)


@on_qt_loop
async def measure(file: Path, chat: str) -> None:
    """Measure the line and the popup; exit with 1 if a limit is exceeded."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme().apply(application)
    window = QWidget()
    window.resize(1280, 800)
    bar = StatusBar(window)
    bar.setGeometry(0, 774, 1280, 26)
    window.show()
    failed = False

    def report(label: str, window_time: float, thread_time: float) -> None:
        nonlocal failed
        failed = failed or window_time > WINDOW_LIMIT or thread_time > THREAD_LIMIT
        print(f"{label:32} window {1000 * window_time:6.2f} ms   longest job {1000 * thread_time:6.2f} ms", flush=True)

    async with MeasuredLedger(file) as ledger, Account(ledger) as account:
        for label in ("line, first", "line", "line again"):
            ledger.longest = 0.0
            today = await account.today(chat)
            started = time.thread_time()
            line = egress_line(today)
            bar.show_egress(line.text, line.detail, line.remark)
            report(label, time.thread_time() - started, ledger.longest)
        for label in ("chat", "today", "month", "month"):
            popup = AccountPopup(bar.egress, account, lambda: chat)
            ledger.longest = 0.0
            summary = await account.summary(label, chat)  # type: ignore[arg-type]  # names of periods
            started = time.thread_time()
            popup._show(summary)
            report(f"popup, {label}", time.thread_time() - started, ledger.longest)
            popup.deleteLater()
        print(line.text, line.remark, summary.totals.tokens)
        await asyncio.sleep(0)
    if failed:
        sys.exit(1)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--transmissions", type=int, default=100_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ledger.sqlite"
        chat = fill(file, options.transmissions)
        measure(file, chat)


if __name__ == "__main__":
    main()
