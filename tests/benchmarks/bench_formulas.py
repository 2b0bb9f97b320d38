"""Bench of formulas: a note with fifty, shown for the first time and again, in comparison with code in their place.

Run it alone: `python -m tests.benchmarks.bench_formulas`. The first showing imports the library and typesets all.
"""

import asyncio
import os
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from tests.benchmarks.stalls import TICK, LoopMonitor, milliseconds
from vaultdesk.ui import bridge
from vaultdesk.ui.rendering.formula import formulas
from vaultdesk.ui.rendering.markdown_view import MarkdownView
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.theme.theme import theme

COUNT = 50
"""Formulas in the note: as many as on ten pages of a physics textbook."""

KINDS = (
    r"E_{%d} = mc^2", r"\frac{a_{%d}}{b}", r"\sum_{i=0}^{%d} x_i^2", r"\begin{pmatrix}1&2\\3&%d\end{pmatrix}",
    r"\int_0^{%d} e^{-x}\,dx",
)  # fmt: skip


def note(delimiter: str) -> str:
    """Return a note of formulas that are enclosed in *delimiter*."""
    lines = [
        f"It follows that {delimiter}{KINDS[n % len(KINDS)] % n}{delimiter} holds, as was said." for n in range(COUNT)
    ]
    return "\n\n".join(lines)


async def show(text: str) -> tuple[float, float, float]:
    """Return the seconds until *text* was shown and until all formulas were drawn, and the longest stall."""
    view = MarkdownView("note")
    view.resize(800, 1000)
    view.show()
    await asyncio.sleep(0.05)
    monitor, started = LoopMonitor(), time.perf_counter()
    plan = await asyncio.to_thread(plan_of, text)
    await view.rendered_document.show_in_slices(plan)
    view.repaint()
    first = time.perf_counter() - started
    while formulas().is_waiting():
        await asyncio.sleep(TICK)
    view.repaint()
    done, stall = time.perf_counter() - started, monitor.stop()
    view.close()
    return first, done, stall


async def bench() -> None:
    """Measure all three cases."""
    for name, text in (("code instead", note("`")), ("first showing", note("$")), ("again", note("$"))):
        first, done, stall = await show(text)
        sys.stdout.write(
            f"{COUNT} formulas, {name}: text after {milliseconds(first)}, all after {milliseconds(done)}, longest stall"
            f" {milliseconds(stall)}\n"
        )


def main() -> None:
    """Run on the event loop of the window."""
    application = QApplication([])
    theme().apply(application)
    bridge.run(bench())


if __name__ == "__main__":
    main()
