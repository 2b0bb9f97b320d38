"""Try Windows: runs the tests on Windows' Python, builds the program and its installer, and uses it, all by Wine.

    python packaging/try_windows.py [--quick | --from STEP] [--until STEP] [--to FOLDER] [--pictures FOLDER] [TESTS ...]

Needs Debian 12 or 13 on amd64; what else is missing is installed by apt, which needs root (windows/wine.py). --quick
sets up and runs four folders of tests only. A step that depends on an earlier one takes its result from the run before.
What is found is printed step by step. Exit code 0 where everything was as it must be, else 1.
"""

import argparse
import base64
import json
import os
import re
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
from typing import TypeVar
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "packaging" / "windows")]

import installer  # noqa: E402 - found by the line above
from wine import DEFAULT_FOLDER, Ended, Wine, WineFailed, windows_path  # noqa: E402 - as above

QUICK = ("tests/vault", "tests/cli", "tests/workspace", "tests/ui/hotkey")

OLDER_VERSION = "0.0.9"

QUESTION = "What did we decide about the heating?"

TEST_SECONDS = 600
"""Seconds after which a test on Wine counts as stuck."""

PATIENCE = 180.0
"""Seconds until something must have happened in the program."""

CLOSED_WITHIN = 60.0
"""Seconds in which the program must have ended after its window was closed."""

RUNNING = 5
"""Exit code of the installer where the program is running (windows/vaultdesk.nsi)."""

LEFT_BY_DESIGN = ("AppData/Local/vaultdesk", "Documents/Notes", "AppData/Local/Temp", "Temp")
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
        limit = ["--timeout", str(TEST_SECONDS), "-p", "no:cacheprovider", "-n", str(min(os.cpu_count() or 1, 4)), "-q"]
        words = ["-m", "pytest", *limit, f"--junitxml={windows_path(report)}", place]
        started = time.monotonic()
        ended = trial.wine.run(*words, folder=ROOT)
        (reports / (report.stem + ".txt")).write_text(ended.output + ended.errors, encoding="utf-8")
        if not report.is_file():
            raise NotSo(f"{place}: no report\n{ended.output[-2000:]}{ended.errors[-2000:]}")
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


def test_folders() -> list[str]:
    """Return the places of all tests: folders, those of `tests/ui` one by one, and the modules beside them."""
    tests = ROOT / "tests"
    folders = [one for one in tests.iterdir() if one.is_dir() and any(one.rglob("test_*.py"))]
    inner = [one for one in (tests / "ui").iterdir() if one.is_dir() and any(one.rglob("test_*.py"))]
    modules = [*tests.glob("test_*.py"), *(tests / "ui").glob("test_*.py")]
    places = [*(one for one in folders if one.name != "ui"), *inner, *modules]
    return sorted(one.relative_to(ROOT).as_posix() for one in places)


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
    ended = trial.wine.run(*words, folder=ROOT, environment=environment, echo=True)
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
    parser.add_argument("--to", type=Path, default=DEFAULT_FOLDER, help="the folder of Wine and of what is made; 3 GB")
    parser.add_argument("--pictures", type=Path, help="where pictures of the display go")
    options = parser.parse_args()
    names = list(STEPS)
    chosen = names[names.index(options.first) : names.index(options.last) + 1]
    if options.quick:
        chosen = ["set-up", "suite"]
    trial = Trial(Wine(options.to), options.to.resolve() / "work", options.pictures, options.tests)
    if options.quick and not trial.tests:
        trial.tests = QUICK
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


@contextmanager
def own_display(trial: Trial, *, needed: bool) -> Iterator[None]:
    """Have an X display for the block, where it is *needed*."""
    if not needed:
        yield
        return
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
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
    """Ask in the window by its keyboard, allow what is asked for, and return the sources of the answer."""
    window = display_command(trial, "search", "--onlyvisible", "--name", "VaultDesk").split()[-1]
    display_command(trial, "windowfocus", window)
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
        # From the refusal, which has the focus, to the button that allows, which takes no key in its first moment.
        display_command(trial, "key", "Tab")
        time.sleep(1.5)
        display_command(trial, "key", "Return")
    raise NotSo("it never stopped asking")


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


def window_shown(trial: Trial) -> bool:
    """Tell whether a window of the program is on the display."""
    command = ["xdotool", "search", "--onlyvisible", "--name", "VaultDesk"]
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


def say(words: str) -> None:
    """Print what was found."""
    print(f"ok  {words}", flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
