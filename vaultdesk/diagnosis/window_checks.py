"""Checks of the desktop: Qt, display, tray, notifications, hotkeys, input method and spelling, from facts that a
trial process reports."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import TypeAdapter, ValidationError

from vaultdesk.core.phrases import NO_PHRASE, Phrase, verbatim
from vaultdesk.core.platform.paths import own_command
from vaultdesk.diagnosis.check import CheckResult, CheckTopic, failed_check, limited_check, passed_check
from vaultdesk.diagnosis.display import display_problem


@dataclass(frozen=True, slots=True)
class ScreenFacts:
    """One screen."""

    width: int
    """In physical pixels."""
    height: int
    scale: float
    """Physical pixels per logical pixel."""


@dataclass(frozen=True, slots=True)
class DesktopFacts:
    """Facts found by a QApplication. They contain no file names or personal data."""

    qt: str
    """The version in use."""
    platform: str
    """Qt's platform plugin: xcb, wayland, windows, cocoa, offscreen."""
    screens: tuple[ScreenFacts, ...] = ()
    tray: bool = False
    """Whether the desktop currently shows a tray."""
    tray_messages: bool = False
    """Whether the tray shows messages."""
    hotkey: bool = False
    """Whether global shortcuts are supported."""
    hotkey_words: str = ""
    """Whether global shortcuts are supported, as a sentence."""
    hotkey_problem: str = ""
    """Why the configured shortcuts are not available; empty if they are, or none are set."""
    input_wanted: str = ""
    """The input method named in the environment."""
    input_there: bool = True
    """Whether Qt has the plugin for it."""
    speller: bool = False
    """Whether a spelling library is available."""
    languages: tuple[str, ...] = ()
    """Its dictionaries."""


_FACTS: TypeAdapter[DesktopFacts] = TypeAdapter(DesktopFacts)


def facts_as_text(facts: DesktopFacts) -> str:
    """Return *facts* on one line."""
    return _FACTS.dump_json(facts).decode("utf-8")


def parse_facts(text: str) -> DesktopFacts | None:
    """Return the facts on the last line of the output of a process; None if there are none."""
    lines = text.strip().splitlines()
    try:
        return _FACTS.validate_json(lines[-1]) if lines else None
    except ValidationError:
        return None


BUS_TIMEOUT = 3.0
"""Seconds for one request; a bus answers in milliseconds."""

NOTIFICATION_SERVICE, PORTAL_SERVICE = "org.freedesktop.Notifications", "org.freedesktop.portal.Desktop"
"""The services that show notifications, and that grant privileged operations on Wayland."""


def names_on_bus(names: Sequence[str]) -> Mapping[str, bool] | None:
    """Return which of *names* are active or can be started; None if there is no bus. Blocks for seconds."""
    if not sys.platform.startswith("linux"):
        return None
    # Imported here: it is not installed on other systems.
    from jeepney import new_method_call
    from jeepney.bus_messages import message_bus
    from jeepney.io.blocking import open_dbus_connection
    from jeepney.wrappers import DBusErrorResponse, unwrap_msg

    try:
        with open_dbus_connection() as bus:
            active_names: set[str] = set()
            for member in ("ListNames", "ListActivatableNames"):
                reply = bus.send_and_get_reply(new_method_call(message_bus, member), timeout=BUS_TIMEOUT)
                active_names.update(unwrap_msg(reply)[0])
    except (OSError, EOFError, KeyError, ValueError, DBusErrorResponse):
        return None  # There is no usable bus.
    return {name: name in active_names for name in names}


# Qt is not imported here: the window passes its facts, and the command line starts a separate process.

QT_TRIAL_TIMEOUT = 30.0
"""Seconds for a new process to load Qt and create an application; a disk on standby takes several."""

TRY_QT: Final = "--try-qt"
"""The internal option with which the program only tests Qt."""

QUICK_ASK_COMMAND = "vaultdesk --quick-ask"
"""The command that a desktop can bind to a shortcut."""

QT = CheckTopic("Window toolkit (Qt)", id="qt", group="window")
DISPLAY = CheckTopic("Display", id="display", group="window")
TRAY = CheckTopic("Tray", id="tray", group="window")
NOTICE = CheckTopic("Desktop notifications", id="notifications", group="window")
HOTKEY = CheckTopic("Quick ask shortcut", id="hotkey", group="window")
INPUT = CheckTopic("Input method", id="input-method", group="window")
SPELLER = CheckTopic("Spelling", id="speller", group="window")

QtTrial = DesktopFacts | Phrase
"""The facts found by Qt, or why it does not start."""

BusLookup = Callable[[Sequence[str]], Mapping[str, bool] | None]
"""Returns which names are active on the session bus."""


def run_qt_trial(environment: Mapping[str, str] = os.environ) -> QtTrial:
    """Start Qt in a separate process, because a missing system library aborts the process. Blocks for seconds."""
    try:
        completed = subprocess.run(  # noqa: S603 - this program's interpreter and arguments
            own_command(TRY_QT), capture_output=True, text=True, encoding="utf-8", errors="replace",
            timeout=QT_TRIAL_TIMEOUT, env=dict(environment), check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Phrase("it did not start in time")
    if completed.returncode:
        lines = completed.stderr.strip().splitlines()
        return verbatim(lines[-1]) if lines else Phrase("no message")
    return parse_facts(completed.stdout) or Phrase("it started but reported nothing")


def trial_checks(
    environment: Mapping[str, str] = os.environ, run_trial: Callable[[Mapping[str, str]], QtTrial] = run_qt_trial
) -> list[CheckResult]:
    """Return the checks of the window from a trial process, for the command line."""
    problem = display_problem(environment)
    if not problem:
        trial = run_trial(environment)
        if isinstance(trial, DesktopFacts):
            return window_checks(trial)
    offscreen = run_trial({**environment, "QT_QPA_PLATFORM": "offscreen"})
    if isinstance(offscreen, Phrase):
        return [_qt_failure(offscreen), _display_check(problem)]
    if problem:
        return [
            passed_check(QT, Phrase("Qt {0} starts.", offscreen.qt)),
            _display_check(problem),
            _speller_check(offscreen),
        ]
    return [_qt_failure(verbatim(str(trial))), _display_check(NO_PHRASE)]


def window_checks(facts: DesktopFacts, bus: BusLookup = names_on_bus) -> list[CheckResult]:
    """Return the checks for *facts*."""
    return [
        passed_check(QT, Phrase("Qt {0} starts, on {1}.", facts.qt, facts.platform)),
        _screen_check(facts),
        _tray_check(facts),
        _notification_check(facts, bus),
        _hotkey_check(facts, bus),
        _input_method_check(facts),
        _speller_check(facts),
    ]


def _qt_failure(why: Phrase) -> CheckResult:
    command = "sudo apt install libxcb-cursor0" if "xcb-cursor" in why else ""
    return failed_check(
        QT,
        Phrase("Qt does not start: {0}", why),
        Phrase("Install Qt's system libraries: `python3 packaging/dev.py run` names the command."),
        command=command,
    )


def _display_check(problem: Phrase) -> CheckResult:
    if problem:
        return limited_check(DISPLAY, problem, Phrase("Use `vaultdesk chat`, or start it from a desktop session."))
    return passed_check(DISPLAY, Phrase("A window can be shown."))


def _screen_check(facts: DesktopFacts) -> CheckResult:
    if not facts.screens:
        return limited_check(DISPLAY, Phrase("There is no screen."), Phrase("Connect one, or use `vaultdesk chat`."))
    sizes = ", ".join(f"{screen.width} × {screen.height} at {screen.scale * 100:.0f} %" for screen in facts.screens)
    return passed_check(DISPLAY, Phrase("A window can be shown: {0}.", sizes))


def _tray_check(facts: DesktopFacts) -> CheckResult:
    if facts.tray:
        return passed_check(TRAY, Phrase("This desktop shows a tray."))
    return limited_check(
        TRAY,
        Phrase("This desktop shows no tray, so closing the last window ends VaultDesk."),
        Phrase("On GNOME install the extension AppIndicator; elsewhere add a tray to the panel."),
    )


def _notification_check(facts: DesktopFacts, bus: BusLookup) -> CheckResult:
    if facts.tray_messages and facts.tray:
        return passed_check(NOTICE, Phrase("Messages are shown at the tray."))
    services = bus((NOTIFICATION_SERVICE,))
    if services is not None and services[NOTIFICATION_SERVICE]:
        return passed_check(NOTICE, Phrase("Messages are shown by the desktop."))
    if services is None and sys.platform.startswith("linux"):
        return limited_check(
            NOTICE,
            Phrase("There is no session bus, so no message is shown while you work elsewhere."),
            Phrase("Start VaultDesk from a desktop session."),
        )
    return limited_check(
        NOTICE,
        Phrase("No notification server is running, so no message is shown while you work elsewhere."),
        Phrase("Install a notification server, such as dunst or mako, or use a desktop that has one."),
    )


def _hotkey_check(facts: DesktopFacts, bus: BusLookup) -> CheckResult:
    if facts.hotkey_problem:
        return limited_check(
            HOTKEY,
            verbatim(facts.hotkey_problem),
            Phrase("Choose another shortcut in Settings, Desktop."),
            action="desktop",
        )
    if not facts.hotkey:
        return limited_check(
            HOTKEY,
            Phrase("System-wide shortcuts are not available here."),
            Phrase("Assign a shortcut to this command in the settings of the desktop."),
            QUICK_ASK_COMMAND,
        )
    if facts.platform.startswith("wayland") and not (bus((PORTAL_SERVICE,)) or {}).get(PORTAL_SERVICE):
        return limited_check(
            HOTKEY,
            Phrase(
                "On Wayland programs cannot register system-wide shortcuts, and this desktop has no portal for them."
            ),
            Phrase("Assign a shortcut to this command in the settings of the desktop."),
            QUICK_ASK_COMMAND,
        )
    return passed_check(HOTKEY, verbatim(facts.hotkey_words))


def _input_method_check(facts: DesktopFacts) -> CheckResult:
    if not facts.input_wanted:
        return passed_check(INPUT, Phrase("None is configured; the keyboard is used directly."))
    if facts.input_there:
        return passed_check(INPUT, Phrase("The input method {0} is used.", facts.input_wanted))
    return limited_check(
        INPUT,
        Phrase("The input method {0} is configured, but this Qt does not support it.", facts.input_wanted),
        Phrase("Use ibus, or a desktop on Wayland, which passes the input method on by itself."),
    )


def _speller_check(facts: DesktopFacts) -> CheckResult:
    if facts.languages:
        return passed_check(SPELLER, Phrase("Installed dictionaries: {0}.", ", ".join(facts.languages)))
    if facts.speller:
        return limited_check(
            SPELLER,
            Phrase("A spell checker is installed, but no dictionary."),
            Phrase("Install one, for example the package hunspell-en-us."),
            command="sudo apt install hunspell-en-us",
        )
    if sys.platform in ("darwin", "win32"):
        return passed_check(
            SPELLER, Phrase("Not checked: VaultDesk cannot use the spell checker of macOS or of Windows.")
        )
    return limited_check(
        SPELLER,
        Phrase("No spell checker is installed, so spelling is not checked."),
        Phrase("Install enchant and a dictionary."),
        command="sudo apt install libenchant-2-2 hunspell-en-us",
    )
