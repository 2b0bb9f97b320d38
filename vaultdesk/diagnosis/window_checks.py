"""Window checks: what a window needs of this computer: Qt, a display, the desktop around it, keyboard and words.

Qt is never imported here: the window hands over what it knows, and the command line has a process of its own tried.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from vaultdesk.core.platform.paths import own_command
from vaultdesk.diagnosis.check import Check, Topic, broken, fine, lacking
from vaultdesk.diagnosis.display import display_problem
from vaultdesk.diagnosis.session_bus import NOTICES, PORTAL, there_on_bus
from vaultdesk.diagnosis.window_facts import WindowFacts, facts_in

QT_PATIENCE = 30.0
"""Seconds for a fresh process to load Qt and make an application; a cold disk takes some."""

TRY_QT: Final = "--try-qt"
"""What the program says to itself so that it only tries Qt."""

QUICK_ASK = "vaultdesk --quick-ask"
"""What any desktop can bind to a key."""

QT = Topic("Window toolkit (Qt)", id="qt", group="window")
DISPLAY = Topic("Display", id="display", group="window")
TRAY = Topic("Tray", id="tray", group="window")
NOTICE = Topic("Messages of the desktop", id="notifications", group="window")
HOTKEY = Topic("Keys of quick ask", id="hotkey", group="window")
INPUT = Topic("Input method", id="input-method", group="window")
SPELLER = Topic("Spelling", id="speller", group="window")

Tried = WindowFacts | str
"""What Qt found, or why it does not start."""

Bus = Callable[[Sequence[str]], Mapping[str, bool] | None]
"""Tells which names answer on the session's bus."""


def try_qt(environment: Mapping[str, str] = os.environ) -> Tried:
    """Start Qt in a process of its own, for a missing system library ends the process that asks. Blocks for seconds."""
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and our own words
            own_command(TRY_QT), capture_output=True, text=True, encoding="utf-8", errors="replace",
            timeout=QT_PATIENCE, env=dict(environment), check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "it did not start in time"
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["no message"])[-1]
    return facts_in(done.stdout) or "it started and said nothing of itself"


def tried_checks(
    environment: Mapping[str, str] = os.environ, try_it: Callable[[Mapping[str, str]], Tried] = try_qt
) -> list[Check]:
    """Return what a window would find here, without one: for the command line."""
    problem = display_problem(environment)
    if not problem:
        tried = try_it(environment)
        if isinstance(tried, WindowFacts):
            return window_checks(tried)
    hidden = try_it({**environment, "QT_QPA_PLATFORM": "offscreen"})
    if isinstance(hidden, str):
        return [_no_qt(hidden), _display(problem)]
    if problem:
        return [fine(QT, f"Qt {hidden.qt} starts."), _display(problem), _speller(hidden)]
    return [_no_qt(str(tried)), _display("")]


def window_checks(facts: WindowFacts, bus: Bus = there_on_bus) -> list[Check]:
    """Return what is said of *facts*."""
    return [
        fine(QT, f"Qt {facts.qt} starts, on {facts.platform}."),
        _screens(facts),
        _tray(facts),
        _notices(facts, bus),
        _hotkey(facts, bus),
        _input(facts),
        _speller(facts),
    ]


def _no_qt(why: str) -> Check:
    command = "sudo apt install libxcb-cursor0" if "xcb-cursor" in why else ""
    return broken(
        QT,
        f"Qt does not start: {why}",
        "Install Qt's system libraries: `python3 packaging/dev.py run` names the command.",
        command=command,
    )


def _display(problem: str) -> Check:
    if problem:
        return lacking(DISPLAY, problem, "Use `vaultdesk chat`, or start it from a desktop session.")
    return fine(DISPLAY, "A window can be shown.")


def _screens(facts: WindowFacts) -> Check:
    if not facts.screens:
        return lacking(DISPLAY, "There is no screen.", "Connect one, or use `vaultdesk chat`.")
    told = ", ".join(f"{one.width} × {one.height} at {one.scale * 100:.0f} %" for one in facts.screens)
    return fine(DISPLAY, f"A window can be shown: {told}.")


def _tray(facts: WindowFacts) -> Check:
    if facts.tray:
        return fine(TRAY, "This desktop shows a tray.")
    return lacking(
        TRAY,
        "This desktop shows no tray, so closing the last window ends VaultDesk.",
        "On GNOME install the extension AppIndicator; elsewhere add a tray to the panel.",
    )


def _notices(facts: WindowFacts, bus: Bus) -> Check:
    if facts.tray_messages and facts.tray:
        return fine(NOTICE, "Messages are shown at the tray.")
    known = bus((NOTICES,))
    if known is not None and known[NOTICES]:
        return fine(NOTICE, "Messages are shown by the desktop.")
    if known is None and sys.platform.startswith("linux"):
        return lacking(NOTICE, "There is no session bus, so no message is shown while you work elsewhere.",
                       "Start VaultDesk from a desktop session.")  # fmt: skip
    return lacking(NOTICE, "Nobody shows messages here while you work elsewhere.",
                   "Install a notification server, such as dunst or mako, or use a desktop that has one.")  # fmt: skip


def _hotkey(facts: WindowFacts, bus: Bus) -> Check:
    if facts.hotkey_problem:
        return lacking(HOTKEY, facts.hotkey_problem, "Choose other keys in Settings, Desktop.", act="desktop")
    if not facts.hotkey:
        return lacking(
            HOTKEY,
            "No keys can be had for every program here.",
            "Bind this command to a key in the settings of the desktop.",
            QUICK_ASK,
        )
    if facts.platform.startswith("wayland") and not (bus((PORTAL,)) or {}).get(PORTAL):
        return lacking(
            HOTKEY,
            "Programs may not take keys on Wayland, and this desktop has no portal for them.",
            "Bind this command to a key in the settings of the desktop.",
            QUICK_ASK,
        )
    return fine(HOTKEY, facts.hotkey_words)


def _input(facts: WindowFacts) -> Check:
    if not facts.input_wanted:
        return fine(INPUT, "None is asked for; the keyboard types as it is.")
    if facts.input_there:
        return fine(INPUT, f"The input method {facts.input_wanted} is used.")
    return lacking(INPUT, f"The input method {facts.input_wanted} is asked for, and Qt here cannot speak with it.",
                   "Use ibus, or a desktop on Wayland, which passes the input method on by itself.")  # fmt: skip


def _speller(facts: WindowFacts) -> Check:
    if facts.languages:
        return fine(SPELLER, f"Dictionaries are here: {', '.join(facts.languages)}.")
    if facts.speller:
        return lacking(SPELLER, "There is a speller but no dictionary.", "Install one, as the package hunspell-en-us.",
                       command="sudo apt install hunspell-en-us")  # fmt: skip
    if sys.platform in ("darwin", "win32"):
        return fine(SPELLER, "Not checked: VaultDesk cannot use the speller of macOS or of Windows.")
    return lacking(
        SPELLER,
        "No speller is here, so spelling is not checked.",
        "Install enchant and a dictionary.",
        command="sudo apt install libenchant-2-2 hunspell-en-us",
    )
