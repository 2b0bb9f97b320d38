"""Try deb: installs the Debian package in a bare tree of Debian and uses it there as a person would.

    sudo python packaging/try_deb.py dist/vaultdesk_VERSION_ARCH.deb [--suite NAME | --tree FOLDER] [--pictures FOLDER]

Needs root, debootstrap, xvfb, xdotool, dbus, at-spi2-core and the packages of `.[dev]`. The tree holds what the
package depends on and nothing else; display and buses are this computer's. What is seen is printed step by step; the
first thing that is not so ends the trial with exit code 1. Only processes inside the tree are ended.
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
from deb_tree import HOME, SUITE, Tree, as_person, give_to_person  # noqa: E402 - as below

from tests.support.own_display import own_display  # noqa: E402 - found by the line above
from tests.support.screen_reader import ENABLED, NotThere, ScreenReader, Thing  # noqa: E402

PATIENCE = 90.0
"""Seconds until something must have come."""

QUESTION = "What did we decide about the heating?"
SECOND_QUESTION = "Which books did I read?"
UNSENT = "And what does it cost?"
KEY_PAUSE = 1.0
"""Seconds a person leaves between a key and the next."""

KEPT_WITHIN = 3.0
"""Seconds after which what was typed must have been kept."""

OPENED = HOME / "opened.txt"
"""Where the tree's own `xdg-open` writes what it was told to open, and its environment."""

OPENER = f'#!/bin/sh\n(echo "$1"; env) > {OPENED}.new && mv {OPENED}.new {OPENED}\n'

SHIFT = 4_096
"""Bytes by which the modules of the older package lie elsewhere in their file, as those of another version do."""

MEANT, MEANT_NOTE = "Heizkessel ersetzen", "Projects/House/Boiler.md"
"""German words that stand in no note, and the English note that they mean."""

T = TypeVar("T")


class NotSo(Exception):
    """Something is not as it must be."""


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=Path)
    parser.add_argument("--suite", default=SUITE, help="the release of Debian, as bookworm or trixie")
    parser.add_argument("--tree", type=Path, help="a bare tree that debootstrap made; it is copied")
    parser.add_argument("--pictures", type=Path, help="where pictures of the display go")
    options = parser.parse_args()
    with ExitStack() as after:
        folder = Path(after.enter_context(tempfile.TemporaryDirectory(prefix="try-deb-")))
        folder.chmod(0o755)
        tree = Tree(folder / "tree")
        tree.make(options.tree, options.suite)
        after.enter_context(tree.mounted(folder))
        try:
            _try(tree, options.package, folder, options.pictures)
        except (NotSo, subprocess.CalledProcessError, TimeoutError) as wrong:
            print(f"NOT SO: {wrong} {getattr(wrong, 'stderr', '') or ''}", file=sys.stderr)
            return 1
    return 0


def _try(tree: Tree, package: Path, folder: Path, pictures: Path | None) -> None:
    before, now = folder / "before.deb", tree.place("/srv/new.deb")
    older_package(package, folder, before)
    shutil.copyfile(before, tree.place("/srv/before.deb"))
    shutil.copyfile(package, now)
    tree.run("apt-get", "update", "-qq")
    tree.run("apt-get", "install", "-y", "-qq", "/srv/before.deb")
    _say(f"installed {version_of(tree)}, its dependencies resolved by apt")
    lacking = libraries_lacking(tree)
    _so(not lacking, f"libraries that are not there: {lacking}")
    _say("every library finds what it needs")
    valid(tree)
    # What starts a program by its desktop entry, as a file manager does.
    tree.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "libglib2.0-bin")
    with as_person():
        display = ExitStack()
        environment = display.enter_context(own_display(folder / "session"))
    with display:
        desk = Use(tree, environment, pictures)
        try:
            use(tree, desk)
            display.close()
            ended_with_its_display(desk)
        finally:
            desk.picture("last")
            desk.kill()
    leaves(tree)


def older_package(package: Path, folder: Path, to: Path) -> None:
    """Write *package* again as the version before it."""
    inner = folder / "older"
    subprocess.run(["dpkg-deb", "-R", str(package), str(inner)], check=True)
    control = inner / "DEBIAN" / "control"
    control.write_text(re.sub(r"(?m)^Version: .*", "Version: 0.0.9", control.read_text()))
    pack = inner / "opt/vaultdesk/_internal/library.pack"
    pack.write_bytes(shifted(pack.read_bytes()))
    command = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z1", "--build", str(inner), str(to)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(inner)


def shifted(pack: bytes) -> bytes:
    """Return the file of modules *pack* (module_packs.py) with the same modules at other places."""
    place = int.from_bytes(pack[:8], "little")
    contents = {
        name: (kind, start + SHIFT, length)
        for name, (kind, start, length) in marshal.loads(pack[place:]).items()  # noqa: S302 - our own file
    }
    body = bytes(SHIFT) + pack[8:place]
    return (8 + len(body)).to_bytes(8, "little") + body + marshal.dumps(contents)


def version_of(tree: Tree) -> str:
    """Return which version is installed."""
    return tree.run("dpkg-query", "-W", "-f", "${Version}", "vaultdesk")


def libraries_lacking(tree: Tree) -> list[str]:
    """Return what the libraries and the program ask for in vain; windows of others' makers are only recommended."""
    lacking = []
    for file in tree.place("/opt/vaultdesk").rglob("*"):
        if file.is_file() and (".so" in file.name or file.name == "vaultdesk"):
            inside = "/" + str(file.relative_to(tree.root))
            # Where the program itself looks first.
            asked = tree.command("env", "LD_LIBRARY_PATH=/opt/vaultdesk/_internal", "ldd", inside)
            told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
            lacking += [f"{file.name}: {line.split()[0]}" for line in told.splitlines() if "not found" in line]
    return lacking


def valid(tree: Tree) -> None:
    """Ask the validators of desktop entries and AppStream data, where this computer has them."""
    entry = tree.place(f"/usr/share/applications/{APP_ID}.desktop")
    about = tree.place(f"/usr/share/metainfo/{APP_ID}.metainfo.xml")
    for command in (["desktop-file-validate", str(entry)], ["appstreamcli", "validate", "--no-net", str(about)]):
        if shutil.which(command[0]) is None:
            _say(f"not tried: {command[0]} is not here")
            continue
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        _so(told.returncode == 0, f"{command[0]}: {told.stdout}{told.stderr}")
        _say(f"{command[0]}: passed")


class Use:
    """The program in the tree, as the person there has it before her."""

    def __init__(self, tree: Tree, display: dict[str, str], pictures: Path | None) -> None:
        self.tree = tree
        self._pictures = pictures
        names = ("DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON")
        self.environment = {name: display[name] for name in names if name in display}
        self.environment |= {"HOME": str(HOME), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}
        os.environ |= {name: display[name] for name in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")}
        self.reader: ScreenReader | None = None

    def launch(self, folder: Path | None = None) -> None:
        """Start the program by its desktop entry, with a folder or with nothing."""
        entry = f"/usr/share/applications/{APP_ID}.desktop"
        what = [str(folder)] if folder else []
        # Not read: the program has it open as long as it runs.
        told = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        command = self.tree.command("gio", "launch", entry, *what, person=True)
        subprocess.run(command, env=self.environment, check=True, **told)
        if self.reader is not None:
            self.reader.close()
        with as_person():
            self.reader = until(self._opened_reader)

    def command(self, *words: str) -> str:
        """Run the program's command line."""
        return self.tree.run("vaultdesk", *words, person=True, environment=self.environment)

    def processes(self) -> list[int]:
        """Return the processes of the program: those that have the tree as their root, and no other ones."""
        root = self.tree.root.resolve()
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                if (place / "root").readlink() == root and b"/opt/vaultdesk/" in (place / "cmdline").read_bytes():
                    found.append(int(place.name))
            except OSError:
                continue  # Ended meanwhile.
        return found

    def kill(self) -> None:
        """End it as a power cut does."""
        for process in self.processes():
            os.kill(process, signal.SIGKILL)
        until(lambda: not self.processes())

    def end(self) -> None:
        """End it as the end of a session does."""
        for process in self.processes():
            os.kill(process, signal.SIGTERM)
        until(lambda: not self.processes(), "the end after SIGTERM")

    def keys(self, *keys: str) -> None:
        """Press these keys one after the other; a text with a blank before it is typed."""
        # Without a window manager no window has the keyboard.
        subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "VaultDesk", "windowfocus"], check=True)
        for key in keys:
            kind = ["type", "--delay", "20", key[1:]] if key.startswith(" ") else ["key", key]
            subprocess.run(["xdotool", *kind], check=True)
            time.sleep(KEY_PAUSE)

    def all(self) -> list[Thing]:
        """Return everything that can be seen in the window."""
        assert self.reader is not None
        program = next(one for one in self.reader.programs() if one.name == "vaultdesk")
        return list(self.reader.everything(program))

    def one(self, role: str, name: str) -> Thing:
        """Return the thing of that role whose name begins so, once it is there."""
        return until(
            lambda: next((one for one in self.all() if one.role == role and one.name.startswith(name)), None),
            f"{role} {name!r}",
        )

    def question(self) -> str:
        """Return what stands in the field for questions."""
        assert self.reader is not None
        return self.reader.text(self.one("text", "Question"))

    def picture(self, name: str) -> None:
        """Keep a picture of the display, where pictures are wanted."""
        if self._pictures is not None:
            self._pictures.mkdir(parents=True, exist_ok=True)
            command = ["import", "-window", "root", str(self._pictures / f"{name}.png")]
            subprocess.run(command, check=False, stderr=subprocess.DEVNULL)  # The display may have ended.

    def _opened_reader(self) -> ScreenReader | None:
        try:
            return ScreenReader()
        except OSError:
            return None


def use(tree: Tree, desk: Use) -> None:
    """Take a folder, ask, allow, find by meaning, be killed, be upgraded, be removed."""
    notes = HOME / "Notes"
    shutil.copytree(ROOT / "resources" / "welcome-vault", tree.place(notes))
    give_to_person(tree.place(notes))
    settings = tree.place(HOME / ".config/vaultdesk")
    settings.mkdir(parents=True)
    (settings / "settings.toml").write_text(f"[vaults.'{notes}']\ntool_calling = true\n")
    give_to_person(tree.place(HOME / ".config"))
    before = digest(tree.place(notes))

    desk.launch(notes)
    desk.one("tree item", "Projects")
    desk.picture("1-folder")
    _say("started by its desktop entry under Xvfb, with a folder")
    allowed = ask(desk, QUESTION)
    desk.picture("2-answered")
    _say(f"answered offline after {allowed} approvals")
    reader = desk.reader
    assert reader is not None
    reader.press(desk.one("push button", "Yes, in Chats/"))
    chats = tree.place(notes / "Chats")
    until(lambda: any(QUESTION in chat.read_text() for chat in chats.rglob("*.md")), "the conversation as a note")
    until(lambda: passages_known(tree), "search by meaning has read the notes")
    found = json.loads(desk.command("call", "local_search", json.dumps({"query": MEANT}), "--approve", "reads"))
    paths = [one["path"] for one in found["data"]]
    _so(MEANT_NOTE in paths[:3], f"by meaning were found: {paths}")
    _say(f"found by meaning: {paths[:3]}")

    opens(tree, desk)
    come_back(tree, desk, notes, before)


def opens(tree: Tree, desk: Use) -> None:
    """Open a note in another program, which must not get the libraries of this one."""
    opener = tree.place("/usr/local/bin/xdg-open")
    opener.write_text(OPENER)
    opener.chmod(0o755)
    desk.keys("ctrl+o", f" {Path(MEANT_NOTE).stem}", "Return", "ctrl+p", " another program", "Return")
    told = tree.place(OPENED)
    until(told.exists, "another program for the note")
    place, *environment = told.read_text().splitlines()
    _so(place.endswith(MEANT_NOTE), f"another program was told to open {place}")
    ours = [line for line in environment if line.startswith(("LD_LIBRARY_PATH", "_PYI_"))]
    _so(not ours, f"another program gets what is ours: {ours}")
    _say("another program is started without the libraries of this one")


def upgrade_while_running(tree: Tree, desk: Use) -> None:
    """Install the newer package while the older program runs, and go on with that one."""
    tree.run("apt-get", "install", "-y", "-qq", "/srv/new.deb")
    desk.keys("ctrl+comma")
    until(lambda: any(one.name == "Keyboard" for one in desk.all()), "the settings of the older program")
    failed = [one.name for one in desk.all() if "failed" in one.name]
    _so(not failed, f"the older program says: {failed}")
    desk.picture("4-settings-after-upgrade")
    desk.keys("Escape")
    ask(desk, SECOND_QUESTION, least=0)
    _say(f"upgraded to {version_of(tree)} under the running program, which goes on")
    desk.end()


def come_back(tree: Tree, desk: Use, notes: Path, before: list[tuple[str, int]]) -> None:
    """Be killed amid a question and start again; be upgraded and start again."""
    assert desk.reader is not None
    desk.reader.write(desk.one("text", "Question"), UNSENT)
    time.sleep(KEPT_WITHIN)  # what a person's typing takes until it is kept is part of the promise
    desk.kill()
    desk.launch()
    desk.one("tree item", "Projects")
    until(lambda: _answered(desk), "the conversation on show again")
    until(lambda: desk.question() == UNSENT, "what was typed and not sent")
    desk.picture("3-after-kill")
    _say("killed with -9, started without a folder: vault, conversation and what was typed are back")
    _so(digest(tree.place(notes), without="Chats") == before, "a note changed")

    upgrade_while_running(tree, desk)
    desk.launch()
    desk.one("tree item", "Projects")
    until(lambda: _answered(desk), "the conversation after the upgrade")
    desk.picture("5-upgraded")
    doctor = json.loads(desk.command("doctor", "--json"))
    _so(doctor["ok"], f"doctor: {doctor}")
    _say("after the upgrade: the same vault and conversation; doctor finds nothing failed")


def ended_with_its_display(desk: Use) -> None:
    """See that the program ended after its display did, as at the end of a session, and takes that for no crash."""
    until(lambda: not desk.processes(), "the end after that of the display")
    desk.environment["QT_QPA_PLATFORM"] = "offscreen"
    checks = json.loads(desk.command("doctor", "--json"))["checks"]
    (last_end,) = (one for one in checks if one["id"] == "crash")
    _so(last_end["outcome"] == "ok", f"the end of the display is taken for a crash: {last_end}")
    _say("ended with its display, and doctor finds no crash")


def ask(desk: Use, question: str, least: int = 1) -> int:
    """Ask in the chat, allow what is asked for, and return how often that was, *least* at least."""
    reader = desk.reader
    assert reader is not None
    before = _answers(desk)
    reader.write(desk.one("text", "Question"), question)
    reader.press(desk.one("push button", "Send"))
    for allowed in range(6):
        seen = until(lambda: _waiting(desk) or _answered(desk, before + 1), "an approval or an answer")
        if seen.role != "dialog":
            _so(allowed >= least, "nothing was asked for")
            return allowed
        desk.picture(f"approval-{allowed + 1}")
        buttons = [one for one in reader.everything(seen) if one.role == "push button"]
        allow = buttons[next(place for place, one in enumerate(buttons) if one.name == "Refuse") + 1]
        until(lambda button=allow: reader.is_in(button, ENABLED))
        reader.press(allow)
        until(lambda dialog=seen: all(one.path != dialog.path for one in desk.all()))
    raise NotSo("it never stopped asking")


def _waiting(desk: Use) -> Thing | None:
    return next((one for one in desk.all() if one.role == "dialog"), None)


def _answered(desk: Use, least: int = 1) -> Thing | None:
    seen = desk.all()
    running = any(one.name == "Stop the answer" for one in seen)
    answers = [one for one in seen if one.name == "Answer"]
    return answers[-1] if not running and len(answers) >= least else None


def _answers(desk: Use) -> int:
    return sum(one.name == "Answer" for one in desk.all())


def passages_known(tree: Tree) -> bool:
    """Tell whether search by meaning has vectors in the index of the one vault there."""
    for file in tree.place(HOME).glob(".*/**/vaults/*/index.sqlite"):
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as index:
            passages, vectors = (
                index.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 - names of ours
                for table in ("passage", "vector")
            )
        return 0 < passages <= vectors
    return False


def leaves(tree: Tree) -> None:
    """Remove the package and see that the person's data stay, and nothing else does."""
    home = digest(tree.place(HOME))
    told = tree.run("apt-get", "remove", "-y", "--purge", "-qq", "vaultdesk")
    _so(".local/share/vaultdesk" in told, f"where the data stay is not said: {told}")
    _so(digest(tree.place(HOME)) == home, "something of the person's is gone")
    left = [str(one) for part in ("usr", "opt", "etc", "var/lib") for one in tree.place(part).rglob("*vaultdesk*")]
    left = [one for one in left if "/dpkg/" not in one and "/apt/" not in one]
    _so(not left, f"left behind: {left}")
    _say("removed: the person's data are as they were, nothing else is left, and it says where they are")


def digest(folder: Path, without: str = "-") -> list[tuple[str, int]]:
    """Return what stands in *folder*, by path and size, but for one folder in it."""
    files = [file for file in folder.rglob("*") if file.is_file() and without not in file.relative_to(folder).parts]
    return sorted((str(file.relative_to(folder)), file.stat().st_size) for file in files)


def until(find: Callable[[], T | None], what: str = "") -> T:
    """Return what *find* finds at last. Raises `NotSo`."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            found = find()
        except (NotThere, IndexError, StopIteration, sqlite3.OperationalError):
            found = None  # What changes while it is read is read again.
        if found:
            return found
        time.sleep(0.1)
    raise NotSo(f"never came: {what}")


def _so(holds: bool, otherwise: str) -> None:
    if not holds:
        raise NotSo(otherwise)


def _say(words: str) -> None:
    print(f"ok  {words}", flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
