"""Bench of opening a long chat in the window: it is loaded, its end is shown, and the window does not stall.

Run it alone: `python -m tests.benchmarks.bench_chat_window [--messages 1000]`. All figures are processor times, which
do not depend on other load: "end shown" is that of the process until the last answer is laid out, "longest turn" that
of the window's thread in one loop iteration while the chat is opened, scrolled upwards, jumped through and resized.
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

from tests.benchmarks.bench_stream import answer, paint_pending
from tests.ui.chat.chat_env import ChatEnv, open_chat
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart, Usage, user_message
from vaultdesk.ui import bridge
from vaultdesk.ui.app.application import GarbageCollector
from vaultdesk.ui.theme.theme import theme

MAX_OPENING_TIME, MAX_TURN_TIME = 0.3, 0.05
"""Goals in seconds: until the end of a chat of 1,000 messages is shown, and for one iteration of the loop."""

WORDS = 220
"""Tokens of an answer: four or five lines, sometimes with a list, a table or code."""

READ_BACK = 60
"""Pages scrolled upwards: enough to show that an iteration does not grow with the number of built widgets."""

TURNS_PER_PAGE = 20
"""Iterations of the loop until a page is settled."""


def long_chat(messages: int) -> Conversation:
    """Return a conversation of questions, and answers with all kinds of blocks."""
    rng = random.Random(5)
    pieces = answer(WORDS * (messages // 2))
    conversation = Conversation("The house")
    step = len(pieces) // (messages // 2)
    for number in range(messages // 2):
        text = "".join(pieces[number * step : (number + 1) * step])
        usage = Usage(input_tokens=rng.randrange(2_000), output_tokens=WORDS, seconds=2.5)
        conversation.append(user_message(f"Question {number} about the heating of the house?"))
        conversation.append(Message(role="assistant", parts=(TextPart(text=text),), model="work/one", usage=usage))
    return conversation


class TurnTimes:
    """Processor time of each iteration of the loop on the window's thread."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self._stopped = False

    async def watch(self) -> None:
        """Measure until `stop` is called."""
        before = time.thread_time()
        while not self._stopped:
            await asyncio.sleep(0)
            now = time.thread_time()
            self.times.append(now - before)
            before = now

    def stop(self) -> None:
        """Stop measuring."""
        self._stopped = True


async def open_and_show(env: ChatEnv, path: str) -> float:
    """Open the chat at *path*; return the processor time until its end is shown."""
    started = time.process_time()
    chat = await env.dock.library.open(path)
    assert chat is not None
    while not env.exchanges or env.exchanges[-1].exchange is not chat.exchanges[-1]:
        await asyncio.sleep(0.001)  # a loop without a pause would be counted while a worker reads the note
    paint_pending()
    shown = time.process_time() - started
    await settle()
    return shown


async def settle() -> None:
    """Run the loop until a page is settled."""
    for _ in range(TURNS_PER_PAGE):
        await asyncio.sleep(0)


async def scroll_upwards(env: ChatEnv, pages: int) -> None:
    """Scroll up page by page."""
    bar = env.dock.transcript.verticalScrollBar()
    for _ in range(pages):
        bar.setValue(bar.value() - bar.pageStep())
        await settle()


async def jump_and_resize(env: ChatEnv) -> None:
    """Scroll to the middle, the beginning and the end, each at another width."""
    bar = env.dock.transcript.verticalScrollBar()
    for share, width in ((0.5, 420), (0.0, 600), (1.0, 380)):
        env.dock.resize(width, env.dock.height())
        await settle()
        bar.setValue(round(bar.maximum() * share))
        await settle()


async def bench(messages: int) -> bool:
    """Print the figures; return whether the goals are met."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_chat(Path(folder), []) as env:
            env.workspace.chats.set_save_mode("keep")
            paths = []
            for conversation in (long_chat(100), long_chat(messages), long_chat(messages)):
                autosave = env.workspace.chats.autosave(conversation)
                autosave.save_soon()
                await autosave.flush()
                paths.append(autosave.path)
        # As after a start: nothing of the chat is in memory.
        async with open_chat(Path(folder), []) as env:
            # What is loaded only once, such as the lexer of a language, is excluded.
            await open_and_show(env, paths[0])
            await scroll_upwards(env, 3)
            # Not while the turns are watched, which takes all of a processor.
            shown = await open_and_show(env, paths[1])
            turns = TurnTimes()
            watch_task = asyncio.ensure_future(turns.watch())
            await open_and_show(env, paths[2])
            opening = list(turns.times)
            await scroll_upwards(env, READ_BACK)
            scrolled_count = len(turns.times)
            await jump_and_resize(env)
            turns.stop()
            await watch_task
    longest = max(opening), max(turns.times[len(opening) : scrolled_count]), max(turns.times[scrolled_count:])
    sys.stdout.write(
        f"chat of {messages} messages   end shown after {shown * 1000:.0f} ms of processor time   longest turn "
        f"{longest[0] * 1000:.0f} ms while it opens, {longest[1] * 1000:.0f} ms while it is scrolled upwards, "
        f"{longest[2] * 1000:.0f} ms in jumps and at other widths\n"
    )
    return shown < MAX_OPENING_TIME and max(longest) < MAX_TURN_TIME


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000)
    options = parser.parse_args()
    application = QApplication([])
    theme().apply(application)
    collector = GarbageCollector(application)  # As in the program: collections wait for idle time.
    application.aboutToQuit.connect(collector.release)
    return 0 if bridge.run(bench(options.messages)) else 1


if __name__ == "__main__":
    sys.exit(main())
