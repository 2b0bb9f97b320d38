"""Try deb: installs the Debian package in a minimal Debian system in a folder and tests the program there.

    sudo python packaging/try_deb.py dist/vaultdesk_VERSION_ARCH.deb [--suite NAME | --tree FOLDER] [--pictures FOLDER]

Needs root, debootstrap, xvfb, xdotool, dbus, at-spi2-core and the packages of `.[dev]`. The tree contains only the
dependencies of the package; the display and the buses are those of this computer. Each step prints its result; the
first failure ends the test with exit code 1. Only processes inside the tree are terminated.
"""

import argparse
import json
import marshal
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]

from deb import APP_ID  # noqa: E402 - found by the line above
from deb_tree import HOME, SUITE, Tree, as_user, change_owner  # noqa: E402 - as below

from tests.support.own_display import own_display  # noqa: E402 - found by the line above
from tests.support.screen_reader import ENABLED, NotThere, ScreenReader, Thing  # noqa: E402

TIMEOUT = 90.0
"""Maximum number of seconds to wait for a state."""

QUESTION = "What did we decide about the heating?"
SECOND_QUESTION = "Which books did I read?"
UNSENT_TEXT = "And what does it cost?"
KEY_PAUSE = 1.0
"""Seconds between two key presses."""

AUTOSAVE_SECONDS = 3.0
"""Seconds after which typed text must have been saved."""

OPENER_OUTPUT = HOME / "opened.txt"
"""The file to which the test's `xdg-open` writes its argument and its environment."""

OPENER = f'#!/bin/sh\n(echo "$1"; env) > {OPENER_OUTPUT}.new && mv {OPENER_OUTPUT}.new {OPENER_OUTPUT}\n'

OFFSET_SHIFT = 4_096
"""Bytes by which the offsets of the modules in the older package differ, as in another version."""

GERMAN_QUERY, EXPECTED_NOTE = "Heizkessel ersetzen", "Projects/House/Boiler.md"
"""German words that occur in no note, and the English note that a search by meaning must find for them."""

T = TypeVar("T")


class TrialFailed(Exception):
    """A check of the test failed."""


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=Path)
    parser.add_argument("--suite", default=SUITE, help="the release of Debian, as bookworm or trixie")
    parser.add_argument("--tree", type=Path, help="a bare tree that debootstrap made; it is copied")
    parser.add_argument("--pictures", type=Path, help="where pictures of the display go")
    options = parser.parse_args()
    with ExitStack() as cleanup:
        folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory(prefix="try-deb-")))
        folder.chmod(0o755)
        tree = Tree(folder / "tree")
        tree.create(options.tree, options.suite)
        cleanup.enter_context(tree.mounted(folder))
        try:
            _try(tree, options.package, folder, options.pictures)
        except (TrialFailed, subprocess.CalledProcessError, TimeoutError) as error:
            print(f"FAILED: {error} {getattr(error, 'stderr', '') or ''}", file=sys.stderr)
            return 1
    return 0


def _try(tree: Tree, package: Path, folder: Path, pictures: Path | None) -> None:
    older_file, new_file = folder / "before.deb", tree.place("/srv/new.deb")
    older_package(package, folder, older_file)
    shutil.copyfile(older_file, tree.place("/srv/before.deb"))
    shutil.copyfile(package, new_file)
    tree.run("apt-get", "update", "-qq")
    tree.run("apt-get", "install", "-y", "-qq", "/srv/before.deb")
    report(f"installed {version_of(tree)}, its dependencies resolved by apt")
    missing = missing_libraries(tree)
    require(not missing, f"libraries that are not there: {missing}")
    report("all dependencies of the libraries are installed")
    validate_metadata(tree)
    # It contains `gio launch`, which starts a program by its desktop entry as a file manager does.
    tree.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "libglib2.0-bin")
    with as_user():
        display = ExitStack()
        environment = display.enter_context(own_display(folder / "session"))
    with display:
        program = InstalledProgram(tree, environment, pictures)
        try:
            check_use(tree, program)
            display.close()
            check_display_end(program)
        finally:
            program.picture("last")
            program.kill()
    check_removal(tree)


def older_package(package: Path, folder: Path, to: Path) -> None:
    """Write a copy of *package* with an older version number and other module offsets to *to*."""
    unpacked = folder / "older"
    subprocess.run(["dpkg-deb", "-R", str(package), str(unpacked)], check=True)
    control = unpacked / "DEBIAN" / "control"
    control.write_text(re.sub(r"(?m)^Version: .*", "Version: 0.0.9", control.read_text()))
    pack = unpacked / "opt/vaultdesk/_internal/library.pack"
    pack.write_bytes(shifted(pack.read_bytes()))
    command = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z1", "--build", str(unpacked), str(to)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(unpacked)


def shifted(pack: bytes) -> bytes:
    """Return the library file *pack* (module_packs.py) with the same modules at other offsets."""
    toc_offset = int.from_bytes(pack[:8], "little")
    contents = {
        name: (kind, start + OFFSET_SHIFT, length)
        for name, (kind, start, length) in marshal.loads(pack[toc_offset:]).items()  # noqa: S302 - our own file
    }
    body = bytes(OFFSET_SHIFT) + pack[8:toc_offset]
    return (8 + len(body)).to_bytes(8, "little") + body + marshal.dumps(contents)


def version_of(tree: Tree) -> str:
    """Return the installed version."""
    return tree.run("dpkg-query", "-W", "-f", "${Version}", "vaultdesk")


def missing_libraries(tree: Tree) -> list[str]:
    """Return the libraries that the program and its libraries need and that are not installed."""
    missing = []
    for file in tree.place("/opt/vaultdesk").rglob("*"):
        if file.is_file() and (".so" in file.name or file.name == "vaultdesk"):
            inside = "/" + str(file.relative_to(tree.root))
            # The program searches its own folder first.
            command = tree.command("env", "LD_LIBRARY_PATH=/opt/vaultdesk/_internal", "ldd", inside)
            output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
            missing += [f"{file.name}: {line.split()[0]}" for line in output.splitlines() if "not found" in line]
    return missing


def validate_metadata(tree: Tree) -> None:
    """Run the validators of desktop entries and AppStream data, if they are installed on this computer."""
    entry = tree.place(f"/usr/share/applications/{APP_ID}.desktop")
    metainfo = tree.place(f"/usr/share/metainfo/{APP_ID}.metainfo.xml")
    for command in (["desktop-file-validate", str(entry)], ["appstreamcli", "validate", "--no-net", str(metainfo)]):
        if shutil.which(command[0]) is None:
            report(f"skipped: {command[0]} is not installed")
            continue
        completed = subprocess.run(command, capture_output=True, text=True, check=False)
        require(completed.returncode == 0, f"{command[0]}: {completed.stdout}{completed.stderr}")
        report(f"{command[0]}: passed")


class InstalledProgram:
    """Controls the program in the tree by keys, command line and accessibility interface."""

    def __init__(self, tree: Tree, display: dict[str, str], pictures: Path | None) -> None:
        self.tree = tree
        self._pictures = pictures
        names = ("DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON")
        self.environment = {name: display[name] for name in names if name in display}
        self.environment |= {"HOME": str(HOME), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}
        os.environ |= {name: display[name] for name in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")}
        self.reader: ScreenReader | None = None

    def launch(self, folder: Path | None = None) -> None:
        """Start the program by its desktop entry, with *folder* if it is given."""
        entry = f"/usr/share/applications/{APP_ID}.desktop"
        arguments = [str(folder)] if folder else []
        # A pipe would stay open as long as the program runs.
        output_options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        command = self.tree.command("gio", "launch", entry, *arguments, user=True)
        subprocess.run(command, env=self.environment, check=True, **output_options)
        if self.reader is not None:
            self.reader.close()
        with as_user():
            self.reader = until(self._opened_reader)

    def command(self, *arguments: str) -> str:
        """Run the program's command line and return its output."""
        return self.tree.run("vaultdesk", *arguments, user=True, environment=self.environment)

    def processes(self) -> list[int]:
        """Return the processes of the program in the tree, which have the tree as their root directory."""
        root = self.tree.root.resolve()
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if (process / "root").readlink() == root and b"/opt/vaultdesk/" in (process / "cmdline").read_bytes():
                    found.append(int(process.name))
            except OSError:
                continue  # Ended meanwhile.
        return found

    def kill(self) -> None:
        """Kill the program, as a power failure would."""
        for process in self.processes():
            os.kill(process, signal.SIGKILL)
        until(lambda: not self.processes())

    def end(self) -> None:
        """Terminate the program, as the end of a session does."""
        for process in self.processes():
            os.kill(process, signal.SIGTERM)
        until(lambda: not self.processes(), "the end after SIGTERM")

    def keys(self, *keys: str) -> None:
        """Press *keys* one after the other; a value that begins with a space is typed as text."""
        # Without a window manager no window gets the focus.
        subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "VaultDesk", "windowfocus"], check=True)
        for key in keys:
            kind = ["type", "--delay", "20", key[1:]] if key.startswith(" ") else ["key", key]
            subprocess.run(["xdotool", *kind], check=True)
            time.sleep(KEY_PAUSE)

    def all(self) -> list[Thing]:
        """Return all accessible elements of the program."""
        assert self.reader is not None
        program = next(candidate for candidate in self.reader.programs() if candidate.name == "vaultdesk")
        return list(self.reader.everything(program))

    def element(self, role: str, name: str) -> Thing:
        """Wait for the element with *role* whose name begins with *name*, and return it."""
        return until(
            lambda: next(
                (candidate for candidate in self.all() if candidate.role == role and candidate.name.startswith(name)),
                None,
            ),
            f"{role} {name!r}",
        )

    def question(self) -> str:
        """Return the text in the question field."""
        assert self.reader is not None
        return self.reader.text(self.element("text", "Question"))

    def picture(self, name: str) -> None:
        """Save a picture of the display, if a folder for pictures is given."""
        if self._pictures is not None:
            self._pictures.mkdir(parents=True, exist_ok=True)
            command = ["import", "-window", "root", str(self._pictures / f"{name}.png")]
            subprocess.run(command, check=False, stderr=subprocess.DEVNULL)  # The display may have ended.

    def _opened_reader(self) -> ScreenReader | None:
        try:
            return ScreenReader()
        except OSError:
            return None


def check_use(tree: Tree, program: InstalledProgram) -> None:
    """Open a vault, ask a question, search by meaning, then test opening, restart and upgrade."""
    notes = HOME / "Notes"
    shutil.copytree(ROOT / "resources" / "welcome-vault", tree.place(notes))
    change_owner(tree.place(notes))
    settings = tree.place(HOME / ".config/vaultdesk")
    settings.mkdir(parents=True)
    (settings / "settings.toml").write_text(f"[vaults.'{notes}']\ntool_calling = true\n")
    change_owner(tree.place(HOME / ".config"))
    before = file_sizes(tree.place(notes))

    program.launch(notes)
    program.element("tree item", "Projects")
    program.picture("1-folder")
    report("started by its desktop entry under Xvfb, with a folder")
    allowed = ask(program, QUESTION)
    program.picture("2-answered")
    report(f"answered offline after {allowed} approvals")
    reader = program.reader
    assert reader is not None
    reader.press(program.element("push button", "Yes, in Chats/"))
    chats = tree.place(notes / "Chats")
    until(lambda: any(QUESTION in chat.read_text() for chat in chats.rglob("*.md")), "the conversation as a note")
    until(lambda: has_all_vectors(tree), "search by meaning has read the notes")
    found = json.loads(
        program.command("call", "local_search", json.dumps({"query": GERMAN_QUERY}), "--approve", "reads")
    )
    paths = [hit["path"] for hit in found["data"]]
    require(EXPECTED_NOTE in paths[:3], f"search by meaning found: {paths}")
    report(f"found by meaning: {paths[:3]}")

    check_opening(tree, program)
    check_restart(tree, program, notes, before)


def check_opening(tree: Tree, program: InstalledProgram) -> None:
    """Open a note in another program, whose environment must not contain the program's library path."""
    opener = tree.place("/usr/local/bin/xdg-open")
    opener.write_text(OPENER)
    opener.chmod(0o755)
    program.keys("ctrl+o", f" {Path(EXPECTED_NOTE).stem}", "Return", "ctrl+p", " another program", "Return")
    output_file = tree.place(OPENER_OUTPUT)
    until(output_file.exists, "another program for the note")
    opened_path, *environment = output_file.read_text().splitlines()
    require(opened_path.endswith(EXPECTED_NOTE), f"another program opened {opened_path}")
    own_variables = [line for line in environment if line.startswith(("LD_LIBRARY_PATH", "_PYI_"))]
    require(not own_variables, f"another program inherits: {own_variables}")
    report("another program is started without the libraries of this one")


def check_upgrade(tree: Tree, program: InstalledProgram) -> None:
    """Install the newer package while the older program runs, which must continue to work."""
    tree.run("apt-get", "install", "-y", "-qq", "/srv/new.deb")
    program.keys("ctrl+comma")
    until(lambda: any(shown.name == "Keyboard" for shown in program.all()), "the settings of the older program")
    failed = [shown.name for shown in program.all() if "failed" in shown.name]
    require(not failed, f"the older program says: {failed}")
    program.picture("4-settings-after-upgrade")
    program.keys("Escape")
    ask(program, SECOND_QUESTION, min_approvals=0)
    report(f"upgraded to {version_of(tree)} while the program was running, which continues to work")
    program.end()


def check_restart(tree: Tree, program: InstalledProgram, notes: Path, before: list[tuple[str, int]]) -> None:
    """Kill the program with unsent text and start it again; upgrade it and start it again."""
    assert program.reader is not None
    program.reader.write(program.element("text", "Question"), UNSENT_TEXT)
    time.sleep(AUTOSAVE_SECONDS)  # the program guarantees to save typed text within this time
    program.kill()
    program.launch()
    program.element("tree item", "Projects")
    until(lambda: _answered(program), "the conversation after the restart")
    until(lambda: program.question() == UNSENT_TEXT, "the unsent text")
    program.picture("3-after-kill")
    report("killed with -9, started without a folder: vault, conversation and unsent text are restored")
    require(file_sizes(tree.place(notes), without="Chats") == before, "a note changed")

    check_upgrade(tree, program)
    program.launch()
    program.element("tree item", "Projects")
    until(lambda: _answered(program), "the conversation after the upgrade")
    program.picture("5-upgraded")
    doctor = json.loads(program.command("doctor", "--json"))
    require(doctor["ok"], f"doctor: {doctor}")
    report("after the upgrade: the same vault and conversation; doctor finds nothing failed")


def check_display_end(program: InstalledProgram) -> None:
    """Require that the program exits after its display has closed, and does not report that as a crash."""
    until(lambda: not program.processes(), "the exit after the end of the display")
    program.environment["QT_QPA_PLATFORM"] = "offscreen"
    checks = json.loads(program.command("doctor", "--json"))["checks"]
    (last_end,) = (check for check in checks if check["id"] == "crash")
    require(last_end["outcome"] == "ok", f"the end of the display is reported as a crash: {last_end}")
    report("exited with its display, and doctor reports no crash")


def ask(program: InstalledProgram, question: str, min_approvals: int = 1) -> int:
    """Ask in the chat, approve all requests, and return their number, which must be at least *min_approvals*."""
    reader = program.reader
    assert reader is not None
    before = _answers(program)
    reader.write(program.element("text", "Question"), question)
    reader.press(program.element("push button", "Send"))
    for allowed in range(6):
        element = until(lambda: _waiting(program) or _answered(program, before + 1), "an approval or an answer")
        if element.role != "dialog":
            require(allowed >= min_approvals, "no approval was requested")
            return allowed
        program.picture(f"approval-{allowed + 1}")
        buttons = [child for child in reader.everything(element) if child.role == "push button"]
        allow = buttons[next(index for index, button in enumerate(buttons) if button.name == "Refuse") + 1]
        until(lambda button=allow: reader.is_in(button, ENABLED))
        reader.press(allow)
        until(lambda dialog=element: all(shown.path != dialog.path for shown in program.all()))
    raise TrialFailed("no answer after 6 approvals")


def _waiting(program: InstalledProgram) -> Thing | None:
    return next((shown for shown in program.all() if shown.role == "dialog"), None)


def _answered(program: InstalledProgram, min_answers: int = 1) -> Thing | None:
    elements = program.all()
    running = any(shown.name == "Stop the answer" for shown in elements)
    answers = [shown for shown in elements if shown.name == "Answer"]
    return answers[-1] if not running and len(answers) >= min_answers else None


def _answers(program: InstalledProgram) -> int:
    return sum(shown.name == "Answer" for shown in program.all())


def has_all_vectors(tree: Tree) -> bool:
    """Return whether the index of the vault in the tree has vectors for all passages."""
    for file in tree.place(HOME).glob(".*/**/vaults/*/index.sqlite"):
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as index:
            passages, vectors = (
                index.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 - names of ours
                for table in ("passage", "vector")
            )
        return 0 < passages <= vectors
    return False


def check_removal(tree: Tree) -> None:
    """Remove the package; the user's data must remain, and no other file of the program."""
    home = file_sizes(tree.place(HOME))
    output = tree.run("apt-get", "remove", "-y", "--purge", "-qq", "vaultdesk")
    require(".local/share/vaultdesk" in output, f"the output does not name the data folder: {output}")
    require(file_sizes(tree.place(HOME)) == home, "a file of the user was removed or changed")
    remaining = [
        str(path) for part in ("usr", "opt", "etc", "var/lib") for path in tree.place(part).rglob("*vaultdesk*")
    ]
    remaining = [path for path in remaining if "/dpkg/" not in path and "/apt/" not in path]
    require(not remaining, f"left behind: {remaining}")
    report("removed: the user's data are unchanged, no other file is left, and the output names the data folder")


def file_sizes(folder: Path, without: str = "-") -> list[tuple[str, int]]:
    """Return path and size of the files in *folder*, except those in folders named *without*."""
    files = [file for file in folder.rglob("*") if file.is_file() and without not in file.relative_to(folder).parts]
    return sorted((str(file.relative_to(folder)), file.stat().st_size) for file in files)


def until(find: Callable[[], T | None], description: str = "") -> T:
    """Call *find* until it returns a result, and return that. Raises `TrialFailed` after a timeout."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        try:
            found = find()
        except (NotThere, IndexError, StopIteration, sqlite3.OperationalError):
            found = None  # The window or index has changed during the call, which is repeated.
        if found:
            return found
        time.sleep(0.1)
    raise TrialFailed(f"timed out waiting for {description}")


def require(condition: bool, message: str) -> None:
    if not condition:
        raise TrialFailed(message)


def report(message: str) -> None:
    print(f"ok  {message}", flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
