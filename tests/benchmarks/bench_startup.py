"""Bench of the start: from the creation of the process to its first painted window; the baseline is a bare Qt window.

`python -m tests.benchmarks.bench_startup [--rounds 9] [--vault FOLDER]`. Both run offscreen in their own processes, in
turns, with cached byte code. Goal: twice the bare window.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.kept_vault import environment

BARE = """
import time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, application.quit)

application = QApplication([])
window = Window()
window.resize(1280, 800)
window.show()
application.exec()
print("painted", time.process_time(), flush=True)
"""

OURS = """
import sys, time
from vaultdesk import __main__ as entry_point
from vaultdesk.ui.app import import_speedups

def started():
    speed_up_imports()
    from PySide6.QtCore import QTimer
    from vaultdesk.ui.app import application

    def painted(window):
        paint(window)
        print("painted", time.process_time(), flush=True)
        QTimer.singleShot(0, window.close)

    paint, application.paint = application.paint, painted

# Through the entry point of the program, so that the command line is parsed as well.
speed_up_imports, import_speedups.speed_up_imports = import_speedups.speed_up_imports, started
sys.exit(entry_point.main(sys.argv[1:]))
"""


def time_until_painted(script: str, home: Path, *arguments: str) -> tuple[float, float]:
    """Return duration and processor time in seconds until the window of *script* was painted."""
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", script, *arguments], env=environment(home), stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        line = child.stdout.readline().split()
        seconds = time.perf_counter() - start
        child.stdout.read()
    assert line[:1] == ["painted"], "the program ended before its window was painted"
    return seconds, float(line[1])


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--vault", type=Path)
    options = parser.parse_args()
    arguments = [str(options.vault)] if options.vault else []
    results: dict[str, list[tuple[float, float]]] = {"bare": [], "ours": []}
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        time_until_painted(OURS, home, *arguments)  # Writes byte code and the first settings.
        time_until_painted(BARE, home)
        for _ in range(options.rounds):
            results["bare"].append(time_until_painted(BARE, home))
            results["ours"].append(time_until_painted(OURS, home, *arguments))
    for kind, index in (("by the clock", 0), ("processor", 1)):
        bare, ours = (statistics.median(result[index] for result in results[name]) for name in ("bare", "ours"))
        ratio = f"{ours / bare:.2f} x (goal 2)"
        print(f"first window, {kind}: ours {ours * 1000:.0f} ms, bare {bare * 1000:.0f} ms: {ratio}")


if __name__ == "__main__":
    main()
