"""Entry point of the command line: chooses the window or a command, and maps errors to exit codes."""

import atexit
import errno
import gc
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vaultdesk.core.errors import VaultDeskError, VaultUnavailable, sole_error
from vaultdesk.core.platform.launch_request import LaunchRequest, is_app_link, is_note_file
from vaultdesk.diagnosis.display import display_problem

if TYPE_CHECKING:
    import argparse

    from vaultdesk.cli.serve import ServeResponses


OpenWindow = Callable[[LaunchRequest], int]
"""Opens the desktop and returns the exit code."""


def open_desktop(request: LaunchRequest, open_window: OpenWindow) -> int:
    """Open the window as *request* specifies; return the exit code.

    Raises `VaultUnavailable` if its folder is neither a folder nor a note, and, in a terminal, `UsageError` for an
    invalid link.
    """
    vault_folder = request.folder
    if request.link and sys.stderr is not None and sys.stderr.isatty():
        from vaultdesk.core.platform.deep_link import read_link  # the window starts without it

        read_link(request.link)  # A user who clicked it elsewhere sees no terminal: the window reports the error.
    path = vault_folder.expanduser() if vault_folder is not None else None
    if path is not None and not path.is_dir() and not is_note_file(path):
        raise VaultUnavailable(
            f"There is no folder at {vault_folder}.", hint="Check the path, or drop the folder on the window."
        )
    problem = display_problem()
    if problem and request.question is not None:
        raise VaultDeskError(problem.rstrip("."), hint='In a terminal ask with `vaultdesk ask "…"`.')
    if problem and (request.link or request.hidden):
        raise VaultDeskError(problem.rstrip("."), hint="Links and the tray need the window.")
    if problem:
        print(f"{problem} The terminal chat opens instead.", file=sys.stderr)
        from argparse import Namespace  # the window starts without it

        # Imported by name: the chat imports everything a question needs, and the window must not wait for that.
        chat = importlib.import_module("vaultdesk.cli.chat")
        options = {
            "model": None,
            "agent": None,
            "approve": None,
            "mode": None,
            "project": None,
            "temperature": None,
            "max_tokens": None,
            "welcome": True,
        }
        vault = (
            vault_folder.parent if vault_folder is not None and path is not None and path.is_file() else vault_folder
        )
        return int(chat.run(Namespace(vault=vault, **options)))
    return open_window(request._replace(folder=path.resolve() if path is not None else None))


GC_THRESHOLD = 250_000
"""Objects created between two garbage collections of a command. Python's 700 make 300 collections during the imports of
`ask`, an eighth of its time, and nothing imported is ever garbage. `ask` creates 190,000 objects that remain.
"""

EXIT_INTERRUPTED = 130
"""Exit code after Ctrl+C, as shells expect."""

COMMANDS = (
    "ask",
    "chat",
    "chats",
    "search",
    "index",
    "tools",
    "call",
    "audit",
    "disclosures",
    "changes",
    "undo",
    "redo",
    "models",
    "probe",
    "serve",
    "import",
    "config",
    "doctor",
)
"""The commands. Each is executed by the function `run(options) -> int` of the module with its name, or by that in
`FUNCTIONS`. The module is imported when the command is used.

`serve` also gets the function that serves the endpoint, because `cli` must not import `endpoint`."""


FUNCTIONS = {
    "call": ("tools", "run_call"),
    "changes": ("changes", "run_changes"),
    "chats": ("stored_chats", "run"),
    "import": ("import_chats", "run"),
    "probe": ("models", "run_probe"),
    "redo": ("changes", "run_redo"),
    "undo": ("changes", "run_undo"),
}
"""Module and function of the commands whose module has another name, or other commands too."""


def run(arguments: Sequence[str], open_window: OpenWindow, serve: "ServeResponses") -> int:
    """Run one command line and return its exit code: 0 done, 1 failed, 2 wrong usage, 130 interrupted.

    *open_window* opens the desktop and *serve* the endpoint; `cli` imports neither.
    """
    _use_utf8_streams()
    try:
        if _requests_window(arguments):
            return open_desktop(_launch_request(arguments), open_window)
        from vaultdesk.cli.argument_parser import build_parser  # the window, which has no options, starts without it

        options = build_parser().parse_args(arguments)
        if options.command is None and (options.quick_ask is not None or options.hidden):
            return open_desktop(LaunchRequest(question=options.quick_ask, hidden=options.hidden), open_window)
        return _run_command(options, serve)
    except (VaultDeskError, ExceptionGroup) as error:
        problem = sole_error(error)
        if not isinstance(problem, VaultDeskError):
            raise
        print(f"vaultdesk: {problem}", file=sys.stderr)
        return problem.exit_code
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except OSError as error:
        is_pipe_closed = is_closed_pipe(error)
        if not is_pipe_closed and error.errno != errno.ENOSPC:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Buffered output needs a valid destination.
        if is_pipe_closed:
            return 0
        print("vaultdesk: The disk is full, so not everything was written. Free some space.", file=sys.stderr)
        return 1


def is_closed_pipe(error: OSError, *, windows: bool = os.name == "nt") -> bool:
    """Return whether the reader closed the output, as in `vaultdesk search x | head`; Windows reports EINVAL."""
    return isinstance(error, BrokenPipeError) or (windows and error.errno == errno.EINVAL)


def _requests_window(arguments: Sequence[str]) -> bool:
    """Distinguish `vaultdesk`, `vaultdesk PATH` and `vaultdesk LINK` from a command.

    A folder with the name of a command is written `./ask`.
    """
    if not arguments:
        return True
    if len(arguments) > 1 or arguments[0].startswith("-"):
        # A link with appended options, possible on Windows through a quote in it, is rejected here.
        return False
    return arguments[0] not in COMMANDS and (is_app_link(arguments[0]) or _is_path(arguments[0]))


def _launch_request(arguments: Sequence[str]) -> LaunchRequest:
    if not arguments:
        return LaunchRequest()
    if is_app_link(arguments[0]):
        return LaunchRequest(link=arguments[0])
    if arguments[0].lower().startswith("file:"):
        return LaunchRequest(_file_of_url(arguments[0]))
    return LaunchRequest(Path(arguments[0]))


def _file_of_url(address: str) -> Path:
    """Return the file of the URL *address*, as desktops pass folders. Raises `VaultUnavailable` for another
    computer's.
    """
    from urllib.parse import urlsplit  # rarely needed, and slow to import
    from urllib.request import url2pathname

    parts = urlsplit(address)
    if parts.netloc not in ("", "localhost"):
        raise VaultUnavailable("That folder is not on this computer.", hint="Mount it as a folder first.")
    return Path(url2pathname(parts.path))


def _is_path(argument: str) -> bool:
    return any(character in argument for character in ("/", "\\", "~", ".")) or Path(argument).expanduser().is_dir()


def _run_command(options: "argparse.Namespace", serve: "ServeResponses") -> int:
    gc.set_threshold(GC_THRESHOLD)
    # Python collects garbage several times while it exits, a tenth of the time of `ask`. The memory is freed anyway.
    atexit.register(gc.freeze)
    if options.command is None:
        from vaultdesk.cli.argument_parser import build_parser  # as above

        build_parser().print_help()
        return 0
    module, function = FUNCTIONS.get(options.command, (options.command, "run"))
    run_command = getattr(importlib.import_module(f"vaultdesk.cli.{module}"), function)
    return int(run_command(options, serve) if options.command == "serve" else run_command(options))


def _use_utf8_streams() -> None:
    """Make the streams UTF-8, so that notes in any script can be printed even with a Windows code page."""
    if sys.stdin is None:  # closed by the parent process: no questions can be asked
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - open as long as the program
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
