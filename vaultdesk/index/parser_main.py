"""ParserMain: the whole life of a parser process: one job from its input, what came of it to its output.

It ends with the process that started it, however that one ends: then its input does. Imported by no other module.
"""

import os
import signal
import sys
import threading

from vaultdesk.index import parser_wire
from vaultdesk.index.parser_work import messages


def main() -> int:
    """Do the one job, and return the process's exit code."""
    # Ctrl+C in a terminal is told to every process in it; ours is told by the end of its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    said, asked = sys.stdout.buffer, sys.stdin.buffer
    job = parser_wire.read_job(asked)
    if job is None:
        return 0
    threading.Thread(target=_end_with, args=(asked.fileno(),), daemon=True, name="parser-life").start()
    try:
        for message in messages(*job):
            parser_wire.write_message(said, message)
    except BrokenPipeError:  # Nobody listens any more.
        os._exit(0)
    return 0


def _end_with(asked: int) -> None:
    """End this process as soon as its input ends. It holds nothing that has to be put away."""
    # Not by the buffered reader: Python waits for its lock when it ends by itself.
    os.read(asked, 1)
    os._exit(0)
