"""Try Windows: runs the tests on Windows' Python, builds the program and its installer, and uses it, all by Wine.

    python packaging/try_windows.py [--quick | --from STEP] [--until STEP] [--without STEP] [--shard NUMBER/COUNT]
                                    [--to FOLDER] [--pictures FOLDER] [TESTS ...]

Needs Debian 12 or 13 on amd64; what else is missing is installed by apt, which needs root (windows/wine.py). --quick
sets up and runs a selection of tests only, --shard one of COUNT parts of them. A step that depends on an earlier one
takes its result from the run before. What is found is printed step by step. Exit code 0 where everything was as it must
be, else 1.
"""

import argparse
import base64
import json
import os
import re
import runpy
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, TypeVar
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "packaging" / "windows")]

import installer  # noqa: E402 - found by the line above
from wine import DEFAULT_FOLDER, Ended, Wine, WineFailed, windows_path  # noqa: E402 - as above

QUICK = ("tests/vault/disk", "tests/vault/transactions", "tests/cli", "tests/workspace", "tests/ui/hotkey")
"""Tests nearest to the system; those of the vault that only work with text are left out."""

OLDER_VERSION = "0.0.9"

QUESTION = "What did we decide about the heating?"

FIRST_TESTS = (
    "vault", "index", "tools", "agent", "workspace", "cli", "privacy", "endpoint", "providers", "ui", "journeys",
)  # fmt: skip
"""Folders of tests in the order in which they run; the others follow."""

MODULES = ("tests/ui/test_*.py", "tests/test_*.py")
"""Tests beside the folders."""

TEST_SECONDS = 300
"""Seconds after which a test on Wine counts as stuck."""

FOLDER_SECONDS = 3600
"""Seconds after which a folder of tests counts as stuck."""

PATIENCE = 180.0
"""Seconds until something must have happened in the program."""

CLOSED_WITHIN = 60.0
"""Seconds in which the program must have ended after its window was closed."""

SCREEN = (1280, 800)
"""Width and height of the display."""

MIDDLE, TRAY = "900x500+100+100", "20x20+1260+780"
"""Areas of the display: what the window covers, and the icon in the tray of Wine's taskbar."""

TRAY_ICON = (1270, 790)

PERSONALIZE = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
"""Key of the registry in which Windows keeps whether it is light or dark."""

OTHER_PROGRAM = ROOT / "packaging" / "windows" / "other_program.py"

RUNNING = 5
"""Exit code of the installer where the program is running (windows/vaultdesk.nsi)."""

LEFT_BY_DESIGN = ("AppData/Local/vaultdesk", "Documents/Notes", "Documents/Dropped", "AppData/Local/Temp", "Temp")
"""Places in the user's folder where something may be left: data of the program, notes, temporary files. NSIS runs its
uninstaller from a copy there, which Windows removes at the next start."""

T = TypeVar("T")


class NotSo(Exception):
    """Something is not as it must be."""


@dataclass
class Trial:
    """One run of this script, and what its steps hand on."""

    wine: Wine
    work: Path
    pictures: Path | None
    tests: Sequence[str]
    display: str = ""
    failures: list[str] = field(default_factory=list)

    @property
    def frozen(self) -> Path:
        """The folder of the frozen program."""
        return ROOT / "build" / "frozen" / "vaultdesk"

    @property
    def program(self) -> Path:
        """Where the program is installed."""
        return self.wine.local_app_data / "Programs" / "VaultDesk"

    @property
    def person(self) -> Path:
        """The user's folder."""
        return self.wine.local_app_data.parent.parent

    @property
    def notes(self) -> Path:
        """The vault of the trial."""
        return self.person / "Documents" / "Notes"

    def setup(self, version: str) -> Path:
        """Return the installer of *version*."""
        return self.work / f"VaultDesk-{version}-setup.exe"

    def run(self, program: str | Path, *words: str, timeout: float = PATIENCE) -> Ended:
        """Run a Windows program on the display."""
        environment = {"DISPLAY": self.display, "PYTHONIOENCODING": "utf-8"}
        return self.wine.run(*words, program=Path(program), environment=environment, timeout=timeout)

    def picture(self, name: str) -> None:
        """Keep a picture of the display, where pictures are wanted."""
        if self.pictures is not None:
            self.pictures.mkdir(parents=True, exist_ok=True)
            place = self.pictures / f"{name}.png"
            command = ["import", "-window", "root", str(place)]
            subprocess.run(command, env={**os.environ, "DISPLAY": self.display}, check=False)


def set_up(trial: Trial) -> None:
    """Make Windows' Python with the project's packages."""
    trial.wine.set_up(ROOT)


def suite(trial: Trial) -> None:
    """Run the tests folder by folder and count what passed, failed and was skipped."""
    reports = trial.work / "reports"
    reports.mkdir(exist_ok=True)
    total: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for place in trial.tests or test_folders():
        report = reports / (re.sub(r"\W+", "-", place) + ".xml")
        report.unlink(missing_ok=True)
        started = time.monotonic()
        if wrong := run_tests(trial, place, report):
            counts, failed, skipped = Counter(failed=1), [f"{place}: {wrong}"], Counter[str]()
        else:
            counts, failed, skipped = read_report(report)
        total += counts
        reasons += skipped
        trial.failures += failed
        say(f"{place}: {summary(counts)} in {time.monotonic() - started:.0f} s")
        for name in failed:
            print(f"    failed: {name}", flush=True)
    say(f"all tests: {summary(total)}; reports in {reports}")
    for reason, count in reasons.most_common():
        print(f"    {count:5} skipped: {reason}")


def run_tests(trial: Trial, place: str, report: Path) -> str:
    """Run the tests of *place*, with their *report* and what they print beside it; return why there is no report."""
    limit = ["--timeout", str(TEST_SECONDS), "-p", "no:cacheprovider", "-n", str(min(os.cpu_count() or 1, 4)), "-v"]
    places = [one.relative_to(ROOT).as_posix() for one in sorted(ROOT.glob(place))] or [place]
    words = ["-m", "pytest", *limit, f"--junitxml={windows_path(report)}", *places]
    printed = report.with_suffix(".txt")
    with printed.open("wb") as copy:
        try:
            trial.wine.run(*words, folder=ROOT, timeout=FOLDER_SECONDS, copies=(copy, copy))
        except WineFailed:
            trial.wine.close()  # The processes that ran the tests go on without the first one.
            return f"stuck after {FOLDER_SECONDS} s, see {printed}"
    return "" if report.is_file() else f"ended without a report, see {printed}"


def test_folders() -> list[str]:
    """Return the places of all tests: folders, those of `tests/ui` one by one, and patterns of the modules beside."""
    tests = ROOT / "tests"
    folders = [*(one for one in tests.iterdir() if one.name != "ui"), *(tests / "ui").iterdir()]
    names = [one.relative_to(ROOT).as_posix() for one in sorted(folders) if any(one.rglob("test_*.py"))]
    first = {name: number for number, name in enumerate(FIRST_TESTS)}
    return sorted([*names, *MODULES], key=lambda name: first.get(name.split("/")[1], len(first)))


def shard(places: Sequence[str], number: int, count: int) -> list[str]:
    """Return part *number* (from 1) of *count* parts of *places* with about as much text of tests each."""
    modules = {place: [*ROOT.glob(place), *ROOT.glob(f"{place}/**/test_*.py")] for place in places}
    weights = {place: sum(one.stat().st_size for one in modules[place] if one.is_file()) for place in places}
    parts: list[list[str]] = [[] for _ in range(count)]
    for place in sorted(places, key=lambda place: -weights[place]):
        min(parts, key=lambda part: sum(weights[one] for one in part)).append(place)
    return [place for place in places if place in parts[number - 1]]


def read_report(report: Path) -> tuple[Counter[str], list[str], Counter[str]]:
    """Return how many tests passed, failed and were skipped, the names of those that failed, and reasons of skips."""
    counts: Counter[str] = Counter()
    failed: list[str] = []
    reasons: Counter[str] = Counter()
    for case in ElementTree.parse(report).getroot().iter("testcase"):  # noqa: S314 - pytest wrote it
        if (skipped := case.find("skipped")) is not None:
            counts["skipped"] += 1
            reasons[(skipped.get("message") or "without a reason").splitlines()[0]] += 1
        elif case.find("failure") is not None or case.find("error") is not None:
            counts["failed"] += 1
            failed.append(f"{case.get('classname')}::{case.get('name')}")
        else:
            counts["passed"] += 1
    return counts, failed, reasons


def summary(counts: Counter[str]) -> str:
    """Return *counts* in words."""
    return ", ".join(f"{counts[name]} {name}" for name in ("passed", "failed", "skipped"))


def frozen(trial: Trial) -> None:
    """Build the frozen program; build.py starts it and lets it examine itself."""
    environment = {"DISPLAY": trial.display}
    words = ["packaging/build.py", "--only", "frozen", "--to", windows_path(trial.work)]
    ended = trial.wine.run(*words, folder=ROOT, environment=environment, copies=shown())
    so(ended.returncode == 0, f"build.py ended with {ended.returncode}")
    files = [one for one in trial.frozen.rglob("*") if one.is_file()]
    say(f"frozen program: {sum(one.stat().st_size for one in files) / 1e6:.0f} MB, {len(files)} files")


def make_installers(trial: Trial) -> None:
    """Make the installer, and one of an older version; sign the older one with a certificate of our own."""
    before = trial.work / "older"
    shutil.rmtree(before, ignore_errors=True)
    shutil.copytree(trial.frozen, before, copy_function=os.link)
    (before / "_internal" / "only-in-the-older-version.txt").write_text("x", encoding="utf-8")
    for name in ("vaultdesk.exe", "vaultdesk-cli.exe"):  # They are signed in place.
        (before / name).unlink()
        shutil.copyfile(trial.frozen / name, before / name)
    with own_certificate(trial.work) as authority:
        older = installer.build(before, trial.work, OLDER_VERSION, compressor="zlib")
        for file in (older, before / "vaultdesk.exe", before / "vaultdesk-cli.exe"):
            verify(file, authority)
    say(f"installer of {OLDER_VERSION}: {older.stat().st_size / 1e6:.0f} MB with zlib, signed as its programs are")
    command = [sys.executable, "packaging/build.py", "--only", "installer", "--frozen", str(trial.frozen)]
    subprocess.run([*command, "--to", str(trial.work)], cwd=ROOT, check=True)
    say(f"installer: {trial.setup(version()).stat().st_size / 1e6:.0f} MB")


def install(trial: Trial) -> None:
    """Install the older version without a question."""
    if (trial.program / "uninstall.exe").is_file():  # An earlier trial ended in the middle.
        trial.run(trial.program / "uninstall.exe", "/S")
        until(lambda: not trial.program.exists(), f"{trial.program} to be gone")
    for place in (trial.notes, trial.wine.local_app_data / "vaultdesk"):
        shutil.rmtree(place, ignore_errors=True)
    save(trial.work / "before.json", {"files": places(trial), "keys": keys(trial)})
    install_quietly(trial, OLDER_VERSION)
    so((trial.program / "_internal" / "only-in-the-older-version.txt").is_file(), "the program is not there")
    verify(trial.program / "uninstall.exe", trial.work / "authority.pem")
    menu = trial.person / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/VaultDesk.lnk"
    so(menu.is_file(), "no entry in the Start menu")
    expected = {
        r"Software\Classes\vaultdesk\shell\open\command": '"%1"',
        r"Software\Classes\Directory\shell\VaultDesk\command": '"%1"',
        r"Software\Classes\VaultDesk.Markdown\shell\open\command": '"%1"',
        r"Software\Classes\.md\OpenWithProgids": "VaultDesk.Markdown",
        r"Software\Microsoft\Windows\CurrentVersion\Uninstall\VaultDesk": OLDER_VERSION,
    }
    for key, text in expected.items():
        told = trial.run("reg", "query", rf"HKCU\{key}").output
        so(text in told, f"the registry has not {text} in {key}: {told}")
    say(f"installed {OLDER_VERSION}: program, Start menu, link, folders, Markdown files, entry among the apps")


def use(trial: Trial) -> None:
    """Start the program with a vault, follow a link with a second start, ask, and get an answer with sources."""
    shutil.copytree(ROOT / "resources" / "welcome-vault", trial.notes, dirs_exist_ok=True)
    settings = trial.wine.local_app_data / "vaultdesk" / "settings.toml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(f"[vaults.'{in_prefix(trial, trial.notes)}']\ntool_calling = true\n", encoding="utf-8")
    with started(trial, in_prefix(trial, trial.notes)) as process:
        begun = time.monotonic()
        wanted = sum(1 for _ in trial.notes.rglob("*.md"))
        until(lambda: indexed(trial) == wanted, f"{wanted} notes in the index", process)
        say(f"opened the vault: {wanted} notes in the index after {time.monotonic() - begun:.0f} s")
        trial.picture("1-vault")
        second = trial.run(trial.program / "vaultdesk.exe", "vaultdesk://search?query=boiler")
        so(second.returncode == 0, f"the second start ended with {second.returncode}: {second.errors}")
        time.sleep(3)  # until the window has drawn what it found
        trial.picture("2-link")
        say("a second start handed its link to the first one")
        say(f"answered in the window, with sources: {', '.join(ask_in_window(trial))}")
        trial.picture("3-answered")
        close(trial, process)
    say(f"answered in the terminal, with sources: {', '.join(ask(trial))}")
    say("the window was closed, and the program ended")


def look(trial: Trial) -> None:
    """Show the window on a Windows desktop, light and dark, and use what it shares with other programs.

    These are clipboard, drag and drop, and the tray.
    """
    settings = trial.wine.local_app_data / "vaultdesk" / "settings.toml"
    kept = settings.read_bytes()
    settings.write_bytes(kept + b"\n[desktop]\ntray = true\n")
    for name, value in {r"Explorer\Desktop": "shell", r"Explorer\Desktops\shell": "x".join(map(str, SCREEN))}.items():
        set_value(trial, rf"Software\Wine\{name}", "REG_SZ", value)
    try:
        for scheme, other in (("light", "1"), ("dark", "0")):
            set_value(trial, rf"{PERSONALIZE}\AppsUseLightTheme", "REG_DWORD", other)
            set_value(trial, rf"{PERSONALIZE}\SystemUsesLightTheme", "REG_DWORD", "1")  # Wine's taskbar is light.
            trial.wine.close()  # The desktop is made by the next program.
            with started(trial) as process:
                until(lambda: window_shown(trial), "the window", process)
                until(lambda: brightness(trial, TRAY, "minima") < 0.5, "the icon in the tray", process)
                show_parts(trial, scheme)
                if scheme == "light":
                    exchange_text(trial)
                    drop_folder(trial)
                quit_from_tray(trial, process, scheme)
            say(f"the window follows Windows' {scheme} look; ended from its icon in the tray")
    finally:
        settings.write_bytes(kept)
        trial.run("reg", "delete", r"HKCU\Software\Wine\Explorer", "/f")
        trial.run("reg", "delete", rf"HKCU\{PERSONALIZE}", "/f")


def show_parts(trial: Trial, scheme: str) -> None:
    """Take pictures of the window, a sheet, the settings and the list of commands in the colours of *scheme*."""
    focus(trial)
    time.sleep(3)  # until notes and chat are drawn
    trial.picture(f"{scheme}-1-window")
    bright = brightness(trial, MIDDLE)
    so((bright > 0.6) == (scheme == "light"), f"the window is not {scheme}: mean brightness {bright:.2f}")
    for name, key in (("2-commands", "ctrl+k"), ("3-settings", "ctrl+comma"), ("4-request", "ctrl+shift+Return")):
        press(trial, key)
        trial.picture(f"{scheme}-{name}")
        press(trial, "Escape")


def exchange_text(trial: Trial) -> None:
    """Paste what another program copied, and copy it for that program."""
    other, text = windows_path(OTHER_PROGRAM), "Grüße, 你好 €"
    trial.run(trial.wine.python, other, "copy", text)
    focus(trial)
    for key in ("ctrl+l", "ctrl+v", "ctrl+a"):
        display_command(trial, "key", key)
        time.sleep(2)  # until it is drawn
    trial.picture("pasted")
    trial.run(trial.wine.python, other, "copy", "something else")
    focus(trial)
    for key in ("ctrl+c", "Delete"):
        display_command(trial, "key", key)
        time.sleep(2)  # until the text is on the clipboard
    told = trial.run(trial.wine.python, other, "paste").output.strip()
    so(told == text, f"{text!r} was pasted and copied, and the other program read {told!r}")
    say("text was pasted from another program, and copied for it")


def drop_folder(trial: Trial) -> None:
    """Drag a folder out of another program into the window; it opens in a window of its own."""
    folder = trial.person / "Documents" / "Dropped"
    folder.mkdir(exist_ok=True)
    (folder / "One.md").write_text("# One\n", encoding="utf-8")
    words = [windows_path(OTHER_PROGRAM), "drag", in_prefix(trial, folder)]
    other = trial.wine.start(*words, environment={"DISPLAY": trial.display})
    try:
        until(lambda: window_shown(trial, "Other program"), "the other program", other)
        time.sleep(1)  # until it is drawn
        display_command(trial, "mousemove", "60", "70", "mousedown", "1")
        for step in range(1, 21):
            display_command(trial, "mousemove", str(60 + 20 * step), str(70 + 16 * step))
            time.sleep(0.1)
        time.sleep(2)  # until it is drawn
        trial.picture("dragged")
        display_command(trial, "mouseup", "1")
        until(lambda: window_shown(trial, "Dropped"), "a window with the dropped folder")
        time.sleep(3)  # until it is drawn
        trial.picture("dropped")
    finally:
        other.kill()
        other.communicate()
    say("a folder that was dragged out of another program opened in a window of its own")


def quit_from_tray(trial: Trial, process: "subprocess.Popen[bytes]", scheme: str) -> None:
    """End the program by the last entry of its menu in the tray."""
    display_command(trial, "mousemove", *(str(one) for one in TRAY_ICON), "click", "3")
    time.sleep(3)  # until the menu is drawn
    trial.picture(f"{scheme}-5-tray")
    display_command(trial, "key", "Up", "Return")
    has_ended(process)


def upgrade(trial: Trial) -> None:
    """Try an update over the running program, then do it over the closed one."""
    new = trial.program / "_internal" / "only-in-the-older-version.txt"
    with started(trial) as process:
        until(lambda: window_shown(trial), "the window", process)
        before = tree(trial.program)
        ended = trial.run(trial.setup(version()), "/S")
        so(ended.returncode == RUNNING, f"over the running program: exit code {ended.returncode}, not {RUNNING}")
        so("running" in ended.errors, f"that it is running was not told: {ended.errors!r}")
        so(tree(trial.program) == before, "the running program was changed")
        say(f"over the running program: exit code {RUNNING}, {ended.errors.strip()!r}, nothing changed")
        close(trial, process)
    chats = digest(trial.wine.local_app_data / "vaultdesk", ("chats.sqlite", "settings.toml"))
    install_quietly(trial, version())
    so(not new.exists(), "a file of the older version is left")
    so(not (trial.program / "previous").exists(), "the older version is left")
    told = trial.run(trial.program / "vaultdesk-cli.exe", "--version").output
    so(version() in told, f"--version: {told!r}")
    so(chats == digest(trial.wine.local_app_data / "vaultdesk", ("chats.sqlite", "settings.toml")), "data changed")
    doctor = json.loads(trial.run(trial.program / "vaultdesk-cli.exe", "doctor", "--json").output)
    so(doctor["ok"], f"doctor: {[one for one in doctor['checks'] if one['outcome'] == 'failed']}")
    with started(trial) as process:
        until(lambda: window_shown(trial), "the window after the update", process)
        time.sleep(5)  # for the picture: vault and chat as they were
        trial.picture("4-updated")
        close(trial, process)
    say(f"updated to {version()} over the closed program: settings and chats kept, doctor finds nothing failed")


def uninstall(trial: Trial) -> None:
    """Uninstall and compare what is left."""
    data = trial.wine.local_app_data / "vaultdesk"
    kept, notes = digest(data), digest(trial.notes)
    ended = trial.run(trial.program / "uninstall.exe", "/S")
    so(ended.returncode == 0, f"the uninstaller ended with {ended.returncode}")
    until(lambda: not trial.program.exists(), f"{trial.program} to be gone")  # It goes on in a copy of itself.
    so(digest(data) == kept, "settings or data were changed")
    so(digest(trial.notes) == notes, "notes were changed")
    before = json.loads((trial.work / "before.json").read_text(encoding="utf-8"))
    files = [one for one in places(trial) if one not in before["files"]]
    files = [one for one in files if not any(f"{one}/".startswith(f"{place}/") for place in LEFT_BY_DESIGN)]
    files = [one for one in files if (trial.person / one).is_file() or any((trial.person / one).rglob("*"))]
    so(not files, f"left behind: {files}")
    left = [one for one in keys(trial) if one not in before["keys"] and "vaultdesk" in one.lower()]
    so(not left, f"left in the registry: {left}")
    say("uninstalled: notes, settings and data are as they were, nothing else of the program is left")


STEPS: dict[str, Callable[[Trial], None]] = {
    "set-up": set_up,
    "suite": suite,
    "frozen": frozen,
    "installer": make_installers,
    "install": install,
    "use": use,
    "look": look,
    "upgrade": upgrade,
    "uninstall": uninstall,
}


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*", help="folders and modules of tests; all by default")
    parser.add_argument("--quick", action="store_true", help=f"set up, and run {', '.join(QUICK)}")
    parser.add_argument("--from", dest="first", choices=STEPS, default="set-up", help="the first step")
    parser.add_argument("--until", dest="last", choices=STEPS, default="uninstall", help="the last step")
    parser.add_argument("--without", choices=STEPS, action="append", default=[], help="a step that is left out")
    parser.add_argument("--shard", type=part_of_tests, metavar="NUMBER/COUNT", help="one part of the tests")
    parser.add_argument("--to", type=Path, default=DEFAULT_FOLDER, help="the folder of Wine and of what is made; 3 GB")
    parser.add_argument("--pictures", type=Path, help="where pictures of the display go")
    options = parser.parse_args()
    names = list(STEPS)
    chosen = names[names.index(options.first) : names.index(options.last) + 1]
    chosen = [name for name in chosen if name not in options.without]
    if options.quick:
        chosen = ["set-up", "suite"]
    trial = Trial(Wine(options.to), options.to.resolve() / "work", options.pictures, options.tests)
    if options.quick and not trial.tests:
        trial.tests = QUICK
    if options.shard:
        trial.tests = shard(trial.tests or test_folders(), *options.shard)
    trial.work.mkdir(parents=True, exist_ok=True)
    try:
        for name in chosen:
            started_at = time.monotonic()
            with own_display(trial, needed=name not in ("set-up", "suite")):
                STEPS[name](trial)
            print(f"--  {name}: {time.monotonic() - started_at:.0f} s", flush=True)
    except (NotSo, WineFailed, subprocess.CalledProcessError, OSError, ValueError) as wrong:
        print(f"NOT SO: {wrong}", file=sys.stderr)
        return 1
    finally:
        trial.wine.close()
    if trial.failures:
        print(f"NOT SO: {len(trial.failures)} tests failed", file=sys.stderr)
        return 1
    return 0


def part_of_tests(text: str) -> tuple[int, int]:
    """Return NUMBER and COUNT of *text*, `NUMBER/COUNT`."""
    found = re.fullmatch(r"([0-9]+)/([0-9]+)", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise argparse.ArgumentTypeError(f"{text} is not NUMBER/COUNT with a number from 1 to the count.")
    return int(found[1]), int(found[2])


@contextmanager
def own_display(trial: Trial, *, needed: bool) -> Iterator[None]:
    """Have an X display for the block, where it is *needed*."""
    if not needed:
        yield
        return
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            trial.display = f":{int(told.readline())}"
        yield
    finally:
        trial.wine.close()
        server.terminate()
        server.wait()
        trial.display = ""


@contextmanager
def started(trial: Trial, *words: str) -> "Iterator[subprocess.Popen[bytes]]":
    """Have the installed program running for the block."""
    environment = {"DISPLAY": trial.display}
    process = trial.wine.start(*words, program=trial.program / "vaultdesk.exe", environment=environment)
    try:
        yield process
    finally:
        if process.poll() is None:
            trial.picture("not-ended")
            process.send_signal(signal.SIGKILL)
            process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()


def close(trial: Trial, process: "subprocess.Popen[bytes]") -> None:
    """Close the program's windows as the taskbar does, and wait for its end."""
    trial.run("taskkill", "/IM", "vaultdesk.exe")
    has_ended(process)


def has_ended(process: "subprocess.Popen[bytes]") -> None:
    """Require that *process* ends soon, without an error."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(CLOSED_WITHIN)
    so(process.poll() is not None, f"did not end within {CLOSED_WITHIN:g} s")
    so(process.returncode == 0, f"ended with {process.returncode}")


def ask(trial: Trial) -> list[str]:
    """Ask by the command line; return the notes that the answer names as its sources."""
    words = ["ask", QUESTION, "--vault", in_prefix(trial, trial.notes), "--approve", "reads", "--json"]
    ended = trial.run(trial.program / "vaultdesk-cli.exe", *words)
    so(ended.returncode == 0, f"ask ended with {ended.returncode}: {ended.errors}")
    events = [json.loads(line) for line in ended.output.splitlines() if line.startswith("{")]
    answers = [one for one in events if one["event"] == "message" and one["role"] == "assistant"]
    so(bool(answers), f"no answer: {ended.output}")
    return sources_in(trial, answers[-1]["parts"])


def ask_in_window(trial: Trial) -> list[str]:
    """Ask in the window, allow what it asks for, and return the sources of the answer."""
    focus(trial)
    display_command(trial, "key", "ctrl+l")
    display_command(trial, "type", "--delay", "30", QUESTION)
    display_command(trial, "key", "Return")
    end = time.monotonic() + PATIENCE
    for number in range(1, 100):
        for _ in range(8):
            if kept_answer(trial):
                time.sleep(3)  # It is kept while it is written.
                return sources_in(trial, kept_answer(trial))
            time.sleep(0.5)
        so(time.monotonic() < end, "no answer in the window")
        trial.picture(f"asked-{number}")
        if place := allowing_button(trial):
            time.sleep(1.5)  # It takes no click in its first moment.
            display_command(trial, "mousemove", *(str(one) for one in place), "click", "1")
    raise NotSo("it never stopped asking")


def allowing_button(trial: Trial) -> tuple[int, int] | None:
    """Return a place on the filled button of a sheet, which allows; None where there is none."""
    tokens = runpy.run_path(str(ROOT / "vaultdesk" / "ui" / "theme" / "color_tokens.py"))
    accent = bytes.fromhex(tokens["LIGHT"].accent.lstrip("#"))
    environment = {**os.environ, "DISPLAY": trial.display}
    command = ["import", "-window", "root", "-depth", "8", "rgb:-"]
    pixels = subprocess.run(command, env=environment, capture_output=True, check=True).stdout
    for found in re.finditer(re.escape(accent * 50), pixels):
        row, column = divmod(found.start() // 3, SCREEN[0])
        inside = ((row + 10) * SCREEN[0] + column + 2) * 3
        if pixels[inside : inside + 3] == accent:  # else the frame of a field
            return column + 25, row + 10
    return None


def kept_answer(trial: Trial) -> list[dict[str, str]]:
    """Return the parts of the last text that the assistant wrote in the kept chat of the window; none before that."""
    for file in (trial.wine.local_app_data / "vaultdesk").rglob("chats.sqlite"):
        with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as chats:
            bodies = [json.loads(row[0]) for row in chats.execute("SELECT body FROM messages ORDER BY number")]
            if bodies and bodies[-1]["role"] == "assistant" and bodies[-1]["parts"][-1]["kind"] == "text":
                return list(bodies[-1]["parts"])
    return []


def sources_in(trial: Trial, parts: list[dict[str, str]]) -> list[str]:
    """Return the notes that an answer links to; each must be there."""
    text = "".join(part["text"] for part in parts if part["kind"] == "text")
    names = sorted(set(re.findall(r"\[\[([^\]|#]+)", text)))
    so(bool(names), f"an answer without sources: {text}")
    so(all((trial.notes / f"{name}.md").is_file() for name in names), f"sources that are not there: {names}")
    return names


def display_command(trial: Trial, *words: str) -> str:
    """Use the keyboard and the windows of the display; return what was told."""
    environment = {**os.environ, "DISPLAY": trial.display}
    return subprocess.run(["xdotool", *words], env=environment, capture_output=True, text=True, check=True).stdout


def indexed(trial: Trial) -> int:
    """Return how many notes the index of the one vault holds."""
    for file in (trial.wine.local_app_data / "vaultdesk").rglob("index.sqlite"):
        with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as index:
            return int(index.execute("SELECT count(*) FROM note").fetchone()[0])
    return 0


def focus(trial: Trial) -> None:
    """Give the keyboard to the program's newest window."""
    window = display_command(trial, "search", "--onlyvisible", "--name", "VaultDesk").split()[-1]
    display_command(trial, "windowfocus", window)


def press(trial: Trial, key: str) -> None:
    """Press *key*, which shows or closes something in the middle of the window, and wait until it is drawn."""
    before = brightness(trial, MIDDLE)
    display_command(trial, "key", key)
    until(lambda: brightness(trial, MIDDLE) != before, f"what {key} shows")
    time.sleep(2)


def set_value(trial: Trial, path: str, kind: str, value: str) -> None:
    """Write a value of the user's registry; *path* ends with its name."""
    key, _, name = path.rpartition("\\")
    told = trial.run("reg", "add", rf"HKCU\{key}", "/v", name, "/t", kind, "/d", value, "/f")
    so(told.returncode == 0, f"reg add {path} ended with {told.returncode}: {told.output}{told.errors}")


def brightness(trial: Trial, area: str, of: str = "mean") -> float:
    """Return the mean brightness, or another statistic, of an *area* of the display: 0 for black to 1 for white."""
    environment = {**os.environ, "DISPLAY": trial.display}
    taken = subprocess.run(["import", "-window", "root", "png:-"], env=environment, capture_output=True, check=True)
    command = ["convert", "png:-", "-crop", area, "-colorspace", "Gray", "-format", f"%[fx:{of}]", "info:"]
    return float(subprocess.run(command, input=taken.stdout, capture_output=True, check=True).stdout)


def window_shown(trial: Trial, name: str = "VaultDesk") -> bool:
    """Tell whether a window with *name* in its title is on the display."""
    command = ["xdotool", "search", "--onlyvisible", "--name", name]
    environment = {**os.environ, "DISPLAY": trial.display}
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0


def install_quietly(trial: Trial, version: str) -> None:
    """Run the installer of *version* without a question."""
    ended = trial.run(trial.setup(version), "/S", timeout=600)
    so(ended.returncode == 0, f"the installer ended with {ended.returncode}: {ended.errors}")


@contextmanager
def own_certificate(folder: Path) -> Iterator[Path]:
    """Sign with a certificate of our own in the block; yield the file by which its signatures are verified."""
    key, authority = folder / "key.pem", folder / "authority.pem"
    subject = ["-subj", "/CN=VaultDesk trial", "-addext", "extendedKeyUsage=codeSigning", "-days", "30", "-nodes"]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", *subject, "-keyout", str(key), "-out", str(authority)],
        check=True, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    packed = subprocess.run(
        ["openssl", "pkcs12", "-export", "-inkey", str(key), "-in", str(authority), "-passout", "pass:trial"],
        check=True, capture_output=True,
    ).stdout  # fmt: skip
    given = {
        "WINDOWS_CERTIFICATE": base64.b64encode(packed).decode(),
        "WINDOWS_CERTIFICATE_PASSWORD": "trial",
        "WINDOWS_TIMESTAMP_URL": "",
    }
    before = {name: os.environ.get(name) for name in given}
    os.environ.update(given)
    try:
        yield authority
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value
        key.unlink()


def verify(file: Path, authority: Path) -> None:
    """Require that *file* has a signature that *authority* confirms."""
    command = ["osslsigncode", "verify", "-CAfile", str(authority), "-in", str(file)]
    told = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    so(told.returncode == 0, f"{file.name} is not signed: {told.stdout}{told.stderr}")


def in_prefix(trial: Trial, place: Path) -> str:
    """Return *place* on drive C as Windows programs name it."""
    return "C:\\" + str(place.relative_to(trial.wine.drive)).replace("/", "\\")


def places(trial: Trial) -> list[str]:
    """Return everything in the user's folder, by its path."""
    return sorted(one.relative_to(trial.person).as_posix() for one in trial.person.rglob("*"))


def keys(trial: Trial) -> list[str]:
    """Return the user's keys and values in the registry."""
    exported = trial.wine.folder / "work" / "registry.reg"
    trial.run("reg", "export", "HKCU", windows_path(exported), "/y")
    text = exported.read_text(encoding="utf-16")
    found, key = [], ""
    for line in text.splitlines():
        if line.startswith("["):
            key = line.strip("[]")
            found.append(key)
        elif name := re.match(r'"((?:[^"\\]|\\.)*)"=', line):
            found.append(f"{key} {name[1]}")
    return found


def tree(folder: Path) -> list[tuple[str, int, int]]:
    """Return the files of *folder* with size and time."""
    files = [(one, one.stat()) for one in folder.rglob("*") if one.is_file()]
    return sorted((one.relative_to(folder).as_posix(), found.st_size, found.st_mtime_ns) for one, found in files)


def digest(folder: Path, names: Sequence[str] = ()) -> dict[str, int]:
    """Return the sizes of the files in *folder*: of all, or of those with *names*."""
    files = [one for one in folder.rglob("*") if one.is_file() and (not names or one.name in names)]
    return {one.relative_to(folder).as_posix(): one.stat().st_size for one in files}


def version() -> str:
    """Return the program's version."""
    from vaultdesk import __version__

    return __version__


def save(file: Path, value: object) -> None:
    """Write *value* as JSON."""
    file.write_text(json.dumps(value), encoding="utf-8")


def until(find: Callable[[], T], what: str, process: "subprocess.Popen[bytes] | None" = None) -> T:
    """Return what *find* finds at last. Raises `NotSo`."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := find():
            return found
        if process is not None and process.poll() is not None:
            raise NotSo(f"the program ended with {process.returncode} before {what}")
        time.sleep(0.2)
    raise NotSo(f"never came: {what}")


def so(holds: bool, otherwise: str) -> None:
    """Require that something *holds*. Raises `NotSo`."""
    if not holds:
        raise NotSo(otherwise)


def shown() -> tuple[BinaryIO, BinaryIO]:
    """Return where this script prints output and errors."""
    return sys.stdout.buffer, sys.stderr.buffer


def say(words: str) -> None:
    """Print what was found."""
    print(f"ok  {words}", flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
