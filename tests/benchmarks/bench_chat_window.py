"""Bench of opening a long chat in the window: its note is read, its end is shown, and the window is never held up.

Run it alone: `python -m tests.benchmarks.bench_chat_window [--messages 1000]`. Processor times, which a busy machine
does not stretch: "end shown" is all of the process until the last answer is laid out, "longest turn" what the window's
thread did at a time while the chat was opened, while it was read upwards, gone through in jumps and made narrower.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from tests.benchmarks.bench_stream import answer, on_the_screen
from tests.ui.chat.chat_desk import ChatDesk, open_chat
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart, Usage, user_message
from vaultdesk.ui import bridge
from vaultdesk.ui.app.application import GarbageCollector
from vaultdesk.ui.theme.theme import theme

END_WITHIN, TURN_WITHIN = 0.3, 0.05
"""Seconds until the end of a chat of 1,000 messages is shown, and that the window may be held at a time."""

WORDS = 220
"""Tokens of an answer: four or five lines, with a list, a table or code now and then."""

READ_BACK = 60
"""Pages that are read upwards: far enough to see that a turn does not grow with what is built."""

TURNS_A_PAGE = 20
"""Turns of the loop in which a page settles."""


def long_chat(messages: int) -> Conversation:
    """A conversation of questions and answers of all kinds of blocks."""
    chance = random.Random(5)
    pieces = answer(WORDS * (messages // 2))
    made = Conversation("The house")
    step = len(pieces) // (messages // 2)
    for number in range(messages // 2):
        text = "".join(pieces[number * step : (number + 1) * step])
        usage = Usage(input_tokens=chance.randrange(2_000), output_tokens=WORDS, seconds=2.5)
        made.append(user_message(f"Question {number} about the heating of the house?"))
        made.append(Message(role="assistant", parts=(TextPart(text=text),), model="work/one", usage=usage))
    return made


class Turns:
    """The processor time of each turn of the loop on the window's thread."""

    def __init__(self) -> None:
        self.taken: list[float] = []
        self._over = False

    async def watch(self) -> None:
        """Measure until it is over."""
        before = time.thread_time()
        while not self._over:
            await asyncio.sleep(0)
            now = time.thread_time()
            self.taken.append(now - before)
            before = now

    def end(self) -> None:
        """Measure no more."""
        self._over = True


async def opened(desk: ChatDesk, path: str) -> float:
    """Open the chat at *path*; return the processor time until its end is on the screen."""
    began = time.process_time()
    talk = await desk.dock.library.open(path)
    assert talk is not None
    while not desk.exchanges or desk.exchanges[-1].exchange is not talk.exchanges[-1]:
        await asyncio.sleep(0)
    on_the_screen()
    shown = time.process_time() - began
    await settled()
    return shown


async def settled() -> None:
    """Let the loop turn until a page stands."""
    for _ in range(TURNS_A_PAGE):
        await asyncio.sleep(0)


async def read_upwards(desk: ChatDesk, pages: int) -> None:
    """Go up page by page."""
    bar = desk.dock.transcript.verticalScrollBar()
    for _ in range(pages):
        bar.setValue(bar.value() - bar.pageStep())
        await settled()


async def jump_and_resize(desk: ChatDesk) -> None:
    """Go to the middle, the beginning and the end, each at another width."""
    bar = desk.dock.transcript.verticalScrollBar()
    for share, width in ((0.5, 420), (0.0, 600), (1.0, 380)):
        desk.dock.resize(width, desk.dock.height())
        await settled()
        bar.setValue(round(bar.maximum() * share))
        await settled()


async def bench(messages: int) -> bool:
    """Print the figures; return whether the goals are reached."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_chat(Path(folder), []) as desk:
            desk.workspace.chats.set_save_mode("keep")
            kept, small = long_chat(messages), long_chat(100)
            paths = []
            for conversation in (small, kept):
                keeper = desk.workspace.chats.autosave(conversation)
                keeper.save_soon()
                await keeper.flush()
                paths.append(keeper.path)
        # As after a start: nothing of the chat is in memory.
        async with open_chat(Path(folder), []) as desk:
            # What is loaded once, as the colours of a language, is no stall of this chat.
            await opened(desk, paths[0])
            await read_upwards(desk, 3)
            turns = Turns()
            watching = asyncio.ensure_future(turns.watch())
            shown = await opened(desk, paths[1])
            opening = list(turns.taken)
            await read_upwards(desk, READ_BACK)
            read = len(turns.taken)
            await jump_and_resize(desk)
            turns.end()
            await watching
    longest = max(opening), max(turns.taken[len(opening) : read]), max(turns.taken[read:])
    sys.stdout.write(
        f"chat of {messages} messages   end shown after {shown * 1000:.0f} ms of processor   longest turn "
        f"{longest[0] * 1000:.0f} ms while it opens, {longest[1] * 1000:.0f} ms while it is read upwards, "
        f"{longest[2] * 1000:.0f} ms in jumps and at other widths\n"
    )
    return shown < END_WITHIN and max(longest) < TURN_WITHIN


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000)
    wanted = parser.parse_args()
    application = QApplication([])
    theme().apply(application)
    collector = GarbageCollector(application)  # As the program does: collections wait for a pause.
    application.aboutToQuit.connect(collector.release)
    return 0 if bridge.run(bench(wanted.messages)) else 1


if __name__ == "__main__":
    sys.exit(main())
