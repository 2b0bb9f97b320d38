"""Bench of the start: from the process's birth to its first painted window, beside a bare window of Qt's own.

`python -m tests.benchmarks.bench_startup [--rounds 9] [--vault FOLDER]`. Both run offscreen in processes of their own,
by turns, with byte code that is cached. Goal: twice the bare window.
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
from vaultdesk import __main__ as door
from vaultdesk.ui.app import import_speedups

def started():
    speed_up_imports()
    from PySide6.QtCore import QTimer
    from vaultdesk.ui.app import application

    def told(window):
        paint(window)
        print("painted", time.process_time(), flush=True)
        QTimer.singleShot(0, window.close)

    paint, application.paint = application.paint, told

# Through the door that a person takes: the command line is read as well.
speed_up_imports, import_speedups.speed_up_imports = import_speedups.speed_up_imports, started
sys.exit(door.main(sys.argv[1:]))
"""


def painted_after(script: str, home: Path, *words: str) -> tuple[float, float]:
    """Seconds by the clock and of processor time until the window of *script* was painted."""
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", script, *words], env=environment(home), stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        line = child.stdout.readline().split()
        took = time.perf_counter() - start
        child.stdout.read()
    assert line[:1] == ["painted"], "the program ended before its window was painted"
    return took, float(line[1])


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--vault", type=Path)
    options = parser.parse_args()
    words = [str(options.vault)] if options.vault else []
    taken: dict[str, list[tuple[float, float]]] = {"bare": [], "ours": []}
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        painted_after(OURS, home, *words)  # Writes byte code and the first settings.
        painted_after(BARE, home)
        for _ in range(options.rounds):
            taken["bare"].append(painted_after(BARE, home))
            taken["ours"].append(painted_after(OURS, home, *words))
    for kind, nth in (("by the clock", 0), ("processor", 1)):
        bare, ours = (statistics.median(one[nth] for one in taken[name]) for name in ("bare", "ours"))
        ratio = f"{ours / bare:.2f} x (goal 2)"
        print(f"first window, {kind}: ours {ours * 1000:.0f} ms, bare {bare * 1000:.0f} ms: {ratio}")


if __name__ == "__main__":
    main()
