"""Try Windows: runs the tests with Python for Windows, builds the program and its installer, and tests both in Wine.

    python packaging/try_windows.py [--quick | --from STEP] [--until STEP] [--without STEP] [--shard NUMBER/COUNT]
                                    [--to FOLDER] [--pictures FOLDER] [TESTS ...]

Needs Debian 12 or 13 on amd64; missing packages are installed by apt, which needs root (windows/wine.py). --quick runs
only the set-up and a selection of the tests, --shard one of COUNT parts of the tests. With --from, the results of
skipped steps are those of the previous run. Each step prints its result. The exit code is 0 if all steps succeeded,
else 1.
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
"""The tests that depend most on the operating system."""

OLDER_VERSION = "0.0.9"

QUESTION = "What did we decide about the heating?"

FIRST_TESTS = (
    "vault", "index", "tools", "agent", "workspace", "cli", "privacy", "endpoint", "providers", "ui", "journeys",
)  # fmt: skip
"""Folders of tests in the order in which they run; the others follow."""

MODULES = ("tests/ui/test_*.py", "tests/test_*.py")
"""Patterns of the test modules outside these folders."""

TEST_SECONDS = 300
"""Time limit of one test in Wine."""

MAX_WORKERS = 8
"""Maximum number of worker processes; two for each processor, because Wine waits for its server."""

FOLDER_SECONDS = 3600
"""Time limit of a folder of tests."""

TIMEOUT = 180.0
"""Maximum number of seconds to wait for a state of the program."""

CLOSE_TIMEOUT = 60.0
"""Maximum number of seconds from the closing of the window to the exit of the program."""

SCREEN = (1280, 800)
"""Width and height of the display."""

WINDOW_AREA, TRAY_AREA = "900x500+100+100", "20x20+1260+780"
"""Areas of the display that the window covers, and that the tray icon in Wine's taskbar covers."""

TRAY_ICON = (1270, 790)

PERSONALIZE = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
"""Registry key of the light or dark mode of Windows."""

OTHER_PROGRAM = ROOT / "packaging" / "windows" / "other_program.py"

RUNNING = 5
"""Exit code of the installer if the program is running (windows/vaultdesk.nsi)."""

EXPECTED_LEFTOVERS = ("AppData/Local/vaultdesk", "Documents/Notes", "Documents/Dropped", "AppData/Local/Temp", "Temp")
"""Folders in the user's folder that may contain files after the uninstallation: data of the program, notes, temporary
files. NSIS runs its uninstaller from a temporary copy, which Windows removes at the next start."""

T = TypeVar("T")


class TrialFailed(Exception):
    """A check of the test failed."""


@dataclass
class Trial:
    """One run of this script, with the state that its steps share."""

    wine: Wine
    work: Path
    pictures: Path | None
    tests: Sequence[Sequence[str]]
    """Paths or patterns of the tests, one group for each run of pytest."""
    display: str = ""
    failures: list[str] = field(default_factory=list)

    @property
    def frozen(self) -> Path:
        """The folder of the frozen program."""
        return ROOT / "build" / "frozen" / "vaultdesk"

    @property
    def program(self) -> Path:
        """The folder in which the program is installed."""
        return self.wine.local_app_data / "Programs" / "VaultDesk"

    @property
    def user_folder(self) -> Path:
        """The user's folder."""
        return self.wine.local_app_data.parent.parent

    @property
    def notes(self) -> Path:
        """The folder of the vault."""
        return self.user_folder / "Documents" / "Notes"

    def setup(self, version: str) -> Path:
        """Return the path of the installer of *version*."""
        return self.work / f"VaultDesk-{version}-setup.exe"

    def run(self, program: str | Path, *arguments: str, timeout: float = TIMEOUT) -> Ended:
        """Run a Windows program on the display."""
        environment = {"DISPLAY": self.display, "PYTHONIOENCODING": "utf-8"}
        return self.wine.run(*arguments, program=Path(program), environment=environment, timeout=timeout)

    def picture(self, name: str) -> None:
        """Save a picture of the display, if a folder for pictures is given."""
        if self.pictures is not None:
            self.pictures.mkdir(parents=True, exist_ok=True)
            file = self.pictures / f"{name}.png"
            command = ["import", "-window", "root", str(file)]
            subprocess.run(command, env={**os.environ, "DISPLAY": self.display}, check=False)


def set_up(trial: Trial) -> None:
    """Set up Python for Windows with the project's packages."""
    trial.wine.set_up(ROOT)


def suite(trial: Trial) -> None:
    """Run the tests group by group and count what passed, failed and was skipped."""
    reports = trial.work / "reports"
    reports.mkdir(exist_ok=True)
    total: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for paths in trial.tests:
        name = " ".join(paths)
        report = reports / (re.sub(r"\W+", "-", name) + ".xml")
        report.unlink(missing_ok=True)
        started = time.monotonic()
        if problem := run_tests(trial, paths, report):
            counts, failed, skipped = Counter(failed=1), [f"{name}: {problem}"], Counter[str]()
        else:
            counts, failed, skipped = read_report(report)
        total += counts
        reasons += skipped
        trial.failures += failed
        report_step(f"{name}: {summary(counts)} in {time.monotonic() - started:.0f} s")
        for test in failed:
            print(f"    failed: {test}", flush=True)
    report_step(f"all tests: {summary(total)}; reports in {reports}")
    for reason, count in reasons.most_common():
        print(f"    {count:5} skipped: {reason}")


def run_tests(trial: Trial, paths: Sequence[str], report: Path) -> str:
    """Run the tests of *paths*, with their *report* and what they print beside it; return why there is no report."""
    pytest_options = [
        "--timeout",
        str(TEST_SECONDS),
        "-p",
        "no:cacheprovider",
        "-n",
        str(min(2 * (os.cpu_count() or 1), MAX_WORKERS)),
        "-v",
    ]
    matches = (match for path in paths for match in sorted(ROOT.glob(path)))
    test_paths = [match.relative_to(ROOT).as_posix() for match in matches] or paths
    arguments = ["-m", "pytest", *pytest_options, f"--junitxml={windows_path(report)}", *test_paths]
    output_file = report.with_suffix(".txt")
    with output_file.open("wb") as copy:
        try:
            trial.wine.run(*arguments, folder=ROOT, timeout=FOLDER_SECONDS, copies=(copy, copy))
        except WineFailed:
            trial.wine.close()  # The worker processes of pytest continue without their parent.
            return f"stuck after {FOLDER_SECONDS} s, see {output_file}"
    return "" if report.is_file() else f"ended without a report, see {output_file}"


def test_folders() -> list[str]:
    """Return the paths of all tests: folders, with those of `tests/ui` separately, and patterns of other modules."""
    tests = ROOT / "tests"
    folders = [*(folder for folder in tests.iterdir() if folder.name != "ui"), *(tests / "ui").iterdir()]
    names = [folder.relative_to(ROOT).as_posix() for folder in sorted(folders) if any(folder.rglob("test_*.py"))]
    first = {name: number for number, name in enumerate(FIRST_TESTS)}
    return sorted([*names, *MODULES], key=lambda name: first.get(name.split("/")[1], len(first)))


def shard(test_paths: Sequence[str], number: int, count: int) -> list[str]:
    """Return part *number* (from 1) of *count* parts of *test_paths* with about as much text of tests each."""
    modules = {path: [*ROOT.glob(path), *ROOT.glob(f"{path}/**/test_*.py")] for path in test_paths}
    weights = {path: sum(module.stat().st_size for module in modules[path] if module.is_file()) for path in test_paths}
    parts: list[list[str]] = [[] for _ in range(count)]
    for path in sorted(test_paths, key=lambda path: -weights[path]):
        min(parts, key=lambda part: sum(weights[member] for member in part)).append(path)
    return [path for path in test_paths if path in parts[number - 1]]


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
    """Return *counts* as text."""
    return ", ".join(f"{counts[name]} {name}" for name in ("passed", "failed", "skipped"))


def frozen(trial: Trial) -> None:
    """Build the frozen program; build.py tests it."""
    environment = {"DISPLAY": trial.display}
    arguments = ["packaging/build.py", "--only", "frozen", "--to", windows_path(trial.work)]
    ended = trial.wine.run(*arguments, folder=ROOT, environment=environment, copies=output_streams())
    require(ended.returncode == 0, f"build.py ended with {ended.returncode}")
    files = [file for file in trial.frozen.rglob("*") if file.is_file()]
    report_step(f"frozen program: {sum(file.stat().st_size for file in files) / 1e6:.0f} MB, {len(files)} files")


def make_installers(trial: Trial) -> None:
    """Build the installer, and one of an older version, which is signed with a self-signed certificate."""
    older_folder = trial.work / "older"
    shutil.rmtree(older_folder, ignore_errors=True)
    shutil.copytree(trial.frozen, older_folder, copy_function=os.link)
    (older_folder / "_internal" / "only-in-the-older-version.txt").write_text("x", encoding="utf-8")
    for name in ("vaultdesk.exe", "vaultdesk-cli.exe"):  # They are signed in place.
        (older_folder / name).unlink()
        shutil.copyfile(trial.frozen / name, older_folder / name)
    with own_certificate(trial.work) as authority:
        older_installer = installer.build(older_folder, trial.work, OLDER_VERSION, compressor="zlib")
        for file in (older_installer, older_folder / "vaultdesk.exe", older_folder / "vaultdesk-cli.exe"):
            verify(file, authority)
    megabytes = older_installer.stat().st_size / 1e6
    report_step(f"installer of {OLDER_VERSION}: {megabytes:.0f} MB with zlib, signed as its programs are")
    command = [sys.executable, "packaging/build.py", "--only", "installer", "--frozen", str(trial.frozen)]
    subprocess.run([*command, "--to", str(trial.work)], cwd=ROOT, check=True)
    report_step(f"installer: {trial.setup(version()).stat().st_size / 1e6:.0f} MB")


def install(trial: Trial) -> None:
    """Install the older version silently, and require its files and registry entries."""
    if (trial.program / "uninstall.exe").is_file():  # A previous run was interrupted.
        trial.run(trial.program / "uninstall.exe", "/S")
        until(lambda: not trial.program.exists(), f"{trial.program} to be gone")
    for folder in (trial.notes, trial.wine.local_app_data / "vaultdesk"):
        shutil.rmtree(folder, ignore_errors=True)
    save(trial.work / "before.json", {"files": user_files(trial), "keys": registry_keys(trial)})
    install_quietly(trial, OLDER_VERSION)
    require((trial.program / "_internal" / "only-in-the-older-version.txt").is_file(), "the program is not there")
    verify(trial.program / "uninstall.exe", trial.work / "authority.pem")
    menu = trial.user_folder / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/VaultDesk.lnk"
    require(menu.is_file(), "no entry in the Start menu")
    expected = {
        r"Software\Classes\vaultdesk\shell\open\command": '"%1"',
        r"Software\Classes\Directory\shell\VaultDesk\command": '"%1"',
        r"Software\Classes\VaultDesk.Markdown\shell\open\command": '"%1"',
        r"Software\Classes\.md\OpenWithProgids": "VaultDesk.Markdown",
        r"Software\Microsoft\Windows\CurrentVersion\Uninstall\VaultDesk": OLDER_VERSION,
    }
    for key, text in expected.items():
        output = trial.run("reg", "query", rf"HKCU\{key}").output
        require(text in output, f"the registry has not {text} in {key}: {output}")
    report_step(f"installed {OLDER_VERSION}: program, Start menu, link, folders, Markdown files, entry among the apps")


def check_use(trial: Trial) -> None:
    """Start the program with a vault, pass a link by a second start, ask, and require an answer with sources."""
    shutil.copytree(ROOT / "resources" / "welcome-vault", trial.notes, dirs_exist_ok=True)
    settings = trial.wine.local_app_data / "vaultdesk" / "settings.toml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(f"[vaults.'{prefix_path(trial, trial.notes)}']\ntool_calling = true\n", encoding="utf-8")
    with started(trial, prefix_path(trial, trial.notes)) as process:
        started_at = time.monotonic()
        note_count = sum(1 for _ in trial.notes.rglob("*.md"))
        until(lambda: indexed(trial) == note_count, f"{note_count} notes in the index", process)
        report_step(f"opened the vault: {note_count} notes in the index after {time.monotonic() - started_at:.0f} s")
        trial.picture("1-vault")
        second_start = trial.run(trial.program / "vaultdesk.exe", "vaultdesk://search?query=boiler")
        require(
            second_start.returncode == 0,
            f"the second start ended with {second_start.returncode}: {second_start.errors}",
        )
        time.sleep(3)  # until the window shows the results
        trial.picture("2-link")
        report_step("a second start passed its link to the first one")
        report_step(f"answered in the window, with sources: {', '.join(ask_in_window(trial))}")
        trial.picture("3-answered")
        close(trial, process)
    report_step(f"answered in the terminal, with sources: {', '.join(ask(trial))}")
    report_step("the window was closed, and the program ended")


def check_desktop(trial: Trial) -> None:
    """Show the window on a Windows desktop, light and dark; use clipboard, drag and drop, and the tray."""
    settings = trial.wine.local_app_data / "vaultdesk" / "settings.toml"
    old_settings = settings.read_bytes()
    settings.write_bytes(old_settings + b"\n[desktop]\ntray = true\n")
    for name, value in {r"Explorer\Desktop": "shell", r"Explorer\Desktops\shell": "x".join(map(str, SCREEN))}.items():
        set_value(trial, rf"Software\Wine\{name}", "REG_SZ", value)
    try:
        for scheme, light_value in (("light", "1"), ("dark", "0")):
            set_value(trial, rf"{PERSONALIZE}\AppsUseLightTheme", "REG_DWORD", light_value)
            set_value(trial, rf"{PERSONALIZE}\SystemUsesLightTheme", "REG_DWORD", "1")  # Wine's taskbar is light.
            trial.wine.close()  # The desktop is created by the next program.
            with started(trial) as process:
                until(lambda: window_shown(trial), "the window", process)
                until(lambda: brightness(trial, TRAY_AREA, "minima") < 0.5, "the icon in the tray", process)
                show_parts(trial, scheme)
                if scheme == "light":
                    exchange_text(trial)
                    drop_folder(trial)
                quit_from_tray(trial, process, scheme)
            report_step(f"the window follows Windows' {scheme} look; ended from its icon in the tray")
    finally:
        settings.write_bytes(old_settings)
        trial.run("reg", "delete", r"HKCU\Software\Wine\Explorer", "/f")
        trial.run("reg", "delete", rf"HKCU\{PERSONALIZE}", "/f")


def show_parts(trial: Trial, scheme: str) -> None:
    """Save pictures of the window, a dialog, the settings and the list of commands in the light or dark *scheme*."""
    focus(trial)
    time.sleep(3)  # until notes and chat are drawn
    trial.picture(f"{scheme}-1-window")
    bright = brightness(trial, WINDOW_AREA)
    require((bright > 0.6) == (scheme == "light"), f"the window is not {scheme}: mean brightness {bright:.2f}")
    for name, key in (("2-commands", "ctrl+k"), ("3-settings", "ctrl+comma"), ("4-request", "ctrl+shift+Return")):
        press(trial, key)
        trial.picture(f"{scheme}-{name}")
        press(trial, "Escape")


def exchange_text(trial: Trial) -> None:
    """Paste text that another program copied, and copy text that it must be able to paste."""
    other_program, text = windows_path(OTHER_PROGRAM), "Grüße, 你好 €"
    trial.run(trial.wine.python, other_program, "copy", text)
    focus(trial)
    for key in ("ctrl+l", "ctrl+v", "ctrl+a"):
        display_command(trial, "key", key)
        time.sleep(2)  # until it is drawn
    trial.picture("pasted")
    trial.run(trial.wine.python, other_program, "copy", "something else")
    focus(trial)
    for key in ("ctrl+c", "Delete"):
        display_command(trial, "key", key)
        time.sleep(2)  # until the text is on the clipboard
    clipboard_text = trial.run(trial.wine.python, other_program, "paste").output.strip()
    require(clipboard_text == text, f"{text!r} was pasted and copied, and the other program read {clipboard_text!r}")
    report_step("text was pasted from another program, and copied for it")


def drop_folder(trial: Trial) -> None:
    """Drag a folder from another program into the window, which must open it in a new window."""
    folder = trial.user_folder / "Documents" / "Dropped"
    folder.mkdir(exist_ok=True)
    (folder / "One.md").write_text("# One\n", encoding="utf-8")
    arguments = [windows_path(OTHER_PROGRAM), "drag", prefix_path(trial, folder)]
    other_program = trial.wine.start(*arguments, environment={"DISPLAY": trial.display})
    try:
        until(lambda: window_shown(trial, "Other program"), "the other program", other_program)
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
        other_program.kill()
        other_program.communicate()
    report_step("a folder that was dragged out of another program opened in a window of its own")


def quit_from_tray(trial: Trial, process: "subprocess.Popen[bytes]", scheme: str) -> None:
    """Quit the program by the last entry of its tray menu."""
    display_command(trial, "mousemove", *(str(coordinate) for coordinate in TRAY_ICON), "click", "3")
    time.sleep(3)  # until the menu is drawn
    trial.picture(f"{scheme}-5-tray")
    display_command(trial, "key", "Up", "Return")
    require_exit(process)


def upgrade(trial: Trial) -> None:
    """Run the newer installer while the program runs, which must fail, then after the program has exited."""
    old_version_file = trial.program / "_internal" / "only-in-the-older-version.txt"
    with started(trial) as process:
        until(lambda: window_shown(trial), "the window", process)
        program_before = file_states(trial.program)
        ended = trial.run(trial.setup(version()), "/S")
        require(ended.returncode == RUNNING, f"over the running program: exit code {ended.returncode}, not {RUNNING}")
        require("running" in ended.errors, f"the output does not say that it is running: {ended.errors!r}")
        require(file_states(trial.program) == program_before, "the running program was changed")
        report_step(f"over the running program: exit code {RUNNING}, {ended.errors.strip()!r}, nothing changed")
        close(trial, process)
    data_before = file_sizes(trial.wine.local_app_data / "vaultdesk", ("chats.sqlite", "settings.toml"))
    install_quietly(trial, version())
    require(not old_version_file.exists(), "a file of the older version is left")
    require(not (trial.program / "previous").exists(), "the older version is left")
    output = trial.run(trial.program / "vaultdesk-cli.exe", "--version").output
    require(version() in output, f"--version: {output!r}")
    require(
        data_before == file_sizes(trial.wine.local_app_data / "vaultdesk", ("chats.sqlite", "settings.toml")),
        "data changed",
    )
    doctor = json.loads(trial.run(trial.program / "vaultdesk-cli.exe", "doctor", "--json").output)
    require(doctor["ok"], f"doctor: {[check for check in doctor['checks'] if check['outcome'] == 'failed']}")
    with started(trial) as process:
        until(lambda: window_shown(trial), "the window after the update", process)
        time.sleep(5)  # for the picture: vault and chat as they were
        trial.picture("4-updated")
        close(trial, process)
    report_step(f"updated to {version()} over the closed program: settings and chats kept, doctor finds nothing failed")


def uninstall(trial: Trial) -> None:
    """Uninstall the program; only the user's data may remain."""
    data = trial.wine.local_app_data / "vaultdesk"
    data_before, notes_before = file_sizes(data), file_sizes(trial.notes)
    ended = trial.run(trial.program / "uninstall.exe", "/S")
    require(ended.returncode == 0, f"the uninstaller ended with {ended.returncode}")
    until(lambda: not trial.program.exists(), f"{trial.program} to be gone")  # It continues in a copy of itself.
    require(file_sizes(data) == data_before, "settings or data were changed")
    require(file_sizes(trial.notes) == notes_before, "notes were changed")
    before = json.loads((trial.work / "before.json").read_text(encoding="utf-8"))
    files = [path for path in user_files(trial) if path not in before["files"]]
    files = [
        path for path in files if not any(f"{path}/".startswith(f"{expected}/") for expected in EXPECTED_LEFTOVERS)
    ]
    files = [
        path for path in files if (trial.user_folder / path).is_file() or any((trial.user_folder / path).rglob("*"))
    ]
    require(not files, f"left behind: {files}")
    leftover_keys = [key for key in registry_keys(trial) if key not in before["keys"] and "vaultdesk" in key.lower()]
    require(not leftover_keys, f"left in the registry: {leftover_keys}")
    report_step("uninstalled: notes, settings and data are as they were, nothing else of the program is left")


STEPS: dict[str, Callable[[Trial], None]] = {
    "set-up": set_up,
    "suite": suite,
    "frozen": frozen,
    "installer": make_installers,
    "install": install,
    "use": check_use,
    "look": check_desktop,
    "upgrade": upgrade,
    "uninstall": uninstall,
}


def main() -> int:
    """Run the command line."""
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
    steps = names[names.index(options.first) : names.index(options.last) + 1]
    steps = [name for name in steps if name not in options.without]
    if options.quick:
        steps = ["set-up", "suite"]
    paths = options.tests or (QUICK if options.quick else test_folders())
    if options.shard:
        paths = shard(paths, *options.shard)
    # The quick part is one run: starting the workers takes as long as many tests.
    tests = [paths] if options.quick else [[path] for path in paths]
    trial = Trial(Wine(options.to), options.to.resolve() / "work", options.pictures, tests)
    trial.work.mkdir(parents=True, exist_ok=True)
    try:
        for name in steps:
            started_at = time.monotonic()
            with own_display(trial, needed=name not in ("set-up", "suite")):
                STEPS[name](trial)
            print(f"--  {name}: {time.monotonic() - started_at:.0f} s", flush=True)
    except (TrialFailed, WineFailed, subprocess.CalledProcessError, OSError, ValueError) as error:
        print(f"FAILED: {error}", file=sys.stderr)
        return 1
    finally:
        trial.wine.close()
    if trial.failures:
        print(f"FAILED: {len(trial.failures)} tests", file=sys.stderr)
        return 1
    return 0


def part_of_tests(text: str) -> tuple[int, int]:
    """Return NUMBER and COUNT of *text*, `NUMBER/COUNT`. Raises `ArgumentTypeError`."""
    found = re.fullmatch(r"([0-9]+)/([0-9]+)", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise argparse.ArgumentTypeError(f"{text} is not NUMBER/COUNT with a number from 1 to the count.")
    return int(found[1]), int(found[2])


@contextmanager
def own_display(trial: Trial, *, needed: bool) -> Iterator[None]:
    """Run an X display during the block, if it is *needed*."""
    if not needed:
        yield
        return
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as display_number:
            trial.display = f":{int(display_number.readline())}"
        yield
    finally:
        trial.wine.close()
        server.terminate()
        server.wait()
        trial.display = ""


@contextmanager
def started(trial: Trial, *arguments: str) -> "Iterator[subprocess.Popen[bytes]]":
    """Run the installed program during the block."""
    environment = {"DISPLAY": trial.display}
    process = trial.wine.start(*arguments, program=trial.program / "vaultdesk.exe", environment=environment)
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
    """Close the program's windows as the taskbar does, and wait for its exit."""
    trial.run("taskkill", "/IM", "vaultdesk.exe")
    require_exit(process)


def require_exit(process: "subprocess.Popen[bytes]") -> None:
    """Require that *process* exits within `CLOSE_TIMEOUT`, without an error."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(CLOSE_TIMEOUT)
    require(process.poll() is not None, f"did not end within {CLOSE_TIMEOUT:g} s")
    require(process.returncode == 0, f"ended with {process.returncode}")


def ask(trial: Trial) -> list[str]:
    """Ask on the command line and return the notes that the answer links to as its sources."""
    arguments = ["ask", QUESTION, "--vault", prefix_path(trial, trial.notes), "--approve", "reads", "--json"]
    ended = trial.run(trial.program / "vaultdesk-cli.exe", *arguments)
    require(ended.returncode == 0, f"ask ended with {ended.returncode}: {ended.errors}")
    events = [json.loads(line) for line in ended.output.splitlines() if line.startswith("{")]
    answers = [event for event in events if event["event"] == "message" and event["role"] == "assistant"]
    require(bool(answers), f"no answer: {ended.output}")
    return sources_in(trial, answers[-1]["parts"])


def ask_in_window(trial: Trial) -> list[str]:
    """Ask in the window, approve all requests, and return the sources of the answer."""
    focus(trial)
    display_command(trial, "key", "ctrl+l")
    display_command(trial, "type", "--delay", "30", QUESTION)
    display_command(trial, "key", "Return")
    end = time.monotonic() + TIMEOUT
    for number in range(1, 100):
        for _ in range(8):
            if stored_answer(trial):
                time.sleep(3)  # The answer is stored while it is being written.
                return sources_in(trial, stored_answer(trial))
            time.sleep(0.5)
        require(time.monotonic() < end, "no answer in the window")
        trial.picture(f"asked-{number}")
        if position := approve_button(trial):
            time.sleep(1.5)  # The button ignores clicks directly after it appears.
            display_command(trial, "mousemove", *(str(coordinate) for coordinate in position), "click", "1")
    raise TrialFailed("no answer after 100 screenshots")


def approve_button(trial: Trial) -> tuple[int, int] | None:
    """Return a position on the primary button of a dialog, which approves; None if there is none."""
    tokens = runpy.run_path(str(ROOT / "vaultdesk" / "ui" / "theme" / "color_tokens.py"))
    accent = bytes.fromhex(tokens["LIGHT"].accent.lstrip("#"))
    environment = {**os.environ, "DISPLAY": trial.display}
    command = ["import", "-window", "root", "-depth", "8", "rgb:-"]
    pixels = subprocess.run(command, env=environment, capture_output=True, check=True).stdout
    for run in re.finditer(re.escape(accent * 50), pixels):
        row, column = divmod(run.start() // 3, SCREEN[0])
        inside = ((row + 10) * SCREEN[0] + column + 2) * 3
        if pixels[inside : inside + 3] == accent:  # else it is the border of a field
            return column + 25, row + 10
    return None


def stored_answer(trial: Trial) -> list[dict[str, str]]:
    """Return the parts of the last message of the stored chat if it is an answer with text, else an empty list."""
    for file in (trial.wine.local_app_data / "vaultdesk").rglob("chats.sqlite"):
        with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as chats:
            bodies = [json.loads(row[0]) for row in chats.execute("SELECT body FROM messages ORDER BY number")]
            if bodies and bodies[-1]["role"] == "assistant" and bodies[-1]["parts"][-1]["kind"] == "text":
                return list(bodies[-1]["parts"])
    return []


def sources_in(trial: Trial, parts: list[dict[str, str]]) -> list[str]:
    """Return the notes that an answer links to, all of which must exist."""
    text = "".join(part["text"] for part in parts if part["kind"] == "text")
    names = sorted(set(re.findall(r"\[\[([^\]|#]+)", text)))
    require(bool(names), f"an answer without sources: {text}")
    require(all((trial.notes / f"{name}.md").is_file() for name in names), f"sources that are not there: {names}")
    return names


def display_command(trial: Trial, *arguments: str) -> str:
    """Run xdotool on the display and return its output."""
    environment = {**os.environ, "DISPLAY": trial.display}
    return subprocess.run(["xdotool", *arguments], env=environment, capture_output=True, text=True, check=True).stdout


def indexed(trial: Trial) -> int:
    """Return the number of notes in the index of the vault."""
    for file in (trial.wine.local_app_data / "vaultdesk").rglob("index.sqlite"):
        with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as index:
            return int(index.execute("SELECT count(*) FROM note").fetchone()[0])
    return 0


def focus(trial: Trial) -> None:
    """Give the focus to the program's newest window."""
    window = display_command(trial, "search", "--onlyvisible", "--name", "VaultDesk").split()[-1]
    display_command(trial, "windowfocus", window)


def press(trial: Trial, key: str) -> None:
    """Press *key*, which opens or closes a dialog or page, and wait until the change is painted."""
    before = brightness(trial, WINDOW_AREA)
    display_command(trial, "key", key)
    until(lambda: brightness(trial, WINDOW_AREA) != before, f"what {key} shows")
    time.sleep(2)


def set_value(trial: Trial, path: str, kind: str, value: str) -> None:
    """Write a value in the user's registry; *path* ends with its name."""
    key, _, name = path.rpartition("\\")
    completed = trial.run("reg", "add", rf"HKCU\{key}", "/v", name, "/t", kind, "/d", value, "/f")
    require(
        completed.returncode == 0,
        f"reg add {path} ended with {completed.returncode}: {completed.output}{completed.errors}",
    )


def brightness(trial: Trial, area: str, statistic: str = "mean") -> float:
    """Return the mean brightness, or another statistic, of an *area* of the display: 0 for black to 1 for white."""
    environment = {**os.environ, "DISPLAY": trial.display}
    screenshot = subprocess.run(
        ["import", "-window", "root", "png:-"], env=environment, capture_output=True, check=True
    )
    command = ["convert", "png:-", "-crop", area, "-colorspace", "Gray", "-format", f"%[fx:{statistic}]", "info:"]
    return float(subprocess.run(command, input=screenshot.stdout, capture_output=True, check=True).stdout)


def window_shown(trial: Trial, name: str = "VaultDesk") -> bool:
    """Return whether a window with *name* in its title is on the display."""
    command = ["xdotool", "search", "--onlyvisible", "--name", name]
    environment = {**os.environ, "DISPLAY": trial.display}
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0


def install_quietly(trial: Trial, version: str) -> None:
    """Run the installer of *version* silently."""
    ended = trial.run(trial.setup(version), "/S", timeout=600)
    require(ended.returncode == 0, f"the installer ended with {ended.returncode}: {ended.errors}")


@contextmanager
def own_certificate(folder: Path) -> Iterator[Path]:
    """Sign with a self-signed certificate during the block; yield the file that verifies its signatures."""
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
    variables = {
        "WINDOWS_CERTIFICATE": base64.b64encode(packed).decode(),
        "WINDOWS_CERTIFICATE_PASSWORD": "trial",
        "WINDOWS_TIMESTAMP_URL": "",
    }
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield authority
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value
        key.unlink()


def verify(file: Path, authority: Path) -> None:
    """Require that *file* has a valid signature by the certificate *authority*."""
    command = ["osslsigncode", "verify", "-CAfile", str(authority), "-in", str(file)]
    completed = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    require(completed.returncode == 0, f"{file.name} is not signed: {completed.stdout}{completed.stderr}")


def prefix_path(trial: Trial, path: Path) -> str:
    """Return *path*, a path on drive C, in Windows syntax."""
    return "C:\\" + str(path.relative_to(trial.wine.drive)).replace("/", "\\")


def user_files(trial: Trial) -> list[str]:
    """Return the paths of all files and folders in the user's folder."""
    return sorted(path.relative_to(trial.user_folder).as_posix() for path in trial.user_folder.rglob("*"))


def registry_keys(trial: Trial) -> list[str]:
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


def file_states(folder: Path) -> list[tuple[str, int, int]]:
    """Return path, size and modification time of the files in *folder*."""
    files = [(file, file.stat()) for file in folder.rglob("*") if file.is_file()]
    return sorted((file.relative_to(folder).as_posix(), status.st_size, status.st_mtime_ns) for file, status in files)


def file_sizes(folder: Path, names: Sequence[str] = ()) -> dict[str, int]:
    """Return the sizes of the files in *folder*: of all, or of those with *names*."""
    files = [file for file in folder.rglob("*") if file.is_file() and (not names or file.name in names)]
    return {file.relative_to(folder).as_posix(): file.stat().st_size for file in files}


def version() -> str:
    """Return the program's version."""
    from vaultdesk import __version__

    return __version__


def save(file: Path, value: object) -> None:
    """Write *value* as JSON."""
    file.write_text(json.dumps(value), encoding="utf-8")


def until(find: Callable[[], T], description: str, process: "subprocess.Popen[bytes] | None" = None) -> T:
    """Call *find* until it returns a true value, and return that. Raises `TrialFailed`."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        if found := find():
            return found
        if process is not None and process.poll() is not None:
            raise TrialFailed(f"the program ended with {process.returncode} before {description}")
        time.sleep(0.2)
    raise TrialFailed(f"timed out waiting for {description}")


def require(condition: bool, message: str) -> None:
    """Raise `TrialFailed` with *message* unless *condition* is true."""
    if not condition:
        raise TrialFailed(message)


def output_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the streams of this script for output and errors."""
    return sys.stdout.buffer, sys.stderr.buffer


def report_step(message: str) -> None:
    """Print the result of a successful check."""
    print(f"ok  {message}", flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
