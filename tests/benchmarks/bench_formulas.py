"""Bench of formulas: a note of fifty, shown for the first time and again; beside it the same note with code instead.

Run it alone: `python -m tests.benchmarks.bench_formulas`. The first showing imports the library and lays all out.
"""

import asyncio
import os
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from tests.benchmarks.stalls import TICK, Watch, milliseconds
from vaultdesk.ui import bridge
from vaultdesk.ui.rendering.formula import formulas
from vaultdesk.ui.rendering.markdown_view import MarkdownView
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.theme.theme import theme

COUNT = 50
"""Formulas in the note: a script of physics has as many on ten pages."""

KINDS = (
    r"E_{%d} = mc^2", r"\frac{a_{%d}}{b}", r"\sum_{i=0}^{%d} x_i^2", r"\begin{pmatrix}1&2\\3&%d\end{pmatrix}",
    r"\int_0^{%d} e^{-x}\,dx",
)  # fmt: skip


def note(sign: str) -> str:
    """Return a note of formulas between *sign*s."""
    lines = [f"It follows that {sign}{KINDS[n % len(KINDS)] % n}{sign} holds, as was said." for n in range(COUNT)]
    return "\n\n".join(lines)


async def shown(text: str) -> tuple[float, float, float]:
    """Return how long *text* took until it stood there and until all was drawn, and the longest stall."""
    view = MarkdownView("note")
    view.resize(800, 1000)
    view.show()
    await asyncio.sleep(0.05)
    watch, began = Watch(), time.perf_counter()
    plan = await asyncio.to_thread(plan_of, text)
    await view.rendered_document.show_in_slices(plan)
    view.repaint()
    first = time.perf_counter() - began
    while formulas().is_waiting():
        await asyncio.sleep(TICK)
    view.repaint()
    done, stall = time.perf_counter() - began, watch.stop()
    view.close()
    return first, done, stall


async def bench() -> None:
    """Measure all three."""
    for name, text in (("code instead", note("`")), ("first showing", note("$")), ("again", note("$"))):
        first, done, stall = await shown(text)
        sys.stdout.write(
            f"{COUNT} formulas, {name}: text after {milliseconds(first)}, all after {milliseconds(done)}, longest stall"
            f" {milliseconds(stall)}\n"
        )


def main() -> None:
    """Measure on the window's own loop."""
    application = QApplication([])
    theme().apply(application)
    bridge.run(bench())


if __name__ == "__main__":
    main()
