"""Deb tree: a Debian of its own in a folder, with one person in it, for the trial of the package (try_deb.py)."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

MIRROR = "http://deb.debian.org/debian"
SUITE = "bookworm"
PERSON, HOME = 1000, Path("/home/person")
"""The one who uses the program in the tree: no root."""


class Tree:
    """A Debian of its own in a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def make(self, bare: Path | None, suite: str = SUITE) -> None:
        """Lay it out: a copy of *bare*, or anew as the release *suite* of Debian."""
        if bare is not None:
            subprocess.run(["cp", "-a", "--reflink=auto", str(bare), str(self.root)], check=True)
        else:
            command = ["debootstrap", "--variant=minbase", suite, str(self.root), MIRROR]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        shutil.copyfile("/etc/resolv.conf", self.root / "etc/resolv.conf")
        # A tree that is thrown away need not survive a power cut; waiting for the disk takes most of the time.
        (self.root / "etc/dpkg/dpkg.cfg.d/unsafe-io").write_text("force-unsafe-io\n")
        if not (self.root / HOME.relative_to("/")).exists():
            self.run("useradd", "--create-home", "--uid", str(PERSON), HOME.name)

    @contextmanager
    def mounted(self, shared: Path) -> Iterator[None]:
        """Have devices, processes and the display's sockets in it; *shared* stands in the tree at the same place."""
        mounts = [("/dev", "dev"), ("/proc", "proc"), ("/tmp/.X11-unix", "tmp/.X11-unix")]  # noqa: S108 - X's own place
        session = shared / "session"
        session.mkdir()
        os.chown(session, PERSON, PERSON)
        Path("/tmp/.X11-unix").mkdir(mode=0o1777, exist_ok=True)  # noqa: S108 - as above
        with ExitStack() as after:
            for source, target in [*mounts, (str(session), str(session).lstrip("/"))]:
                place = self.root / target
                place.mkdir(parents=True, exist_ok=True)
                subprocess.run(["mount", "--bind", source, str(place)], check=True)
                after.callback(subprocess.run, ["umount", "--lazy", str(place)], check=False)
            yield

    def run(self, *command: str, person: bool = False, environment: dict[str, str] | None = None) -> str:
        """Run *command* in the tree and return what it says. Raises `CalledProcessError`."""
        done = subprocess.run(
            self.command(*command, person=person),
            env=environment or {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout + done.stderr

    def command(self, *command: str, person: bool = False) -> list[str]:
        """Return what runs *command* in the tree, as root or as the one person there."""
        who = [f"--userspec={PERSON}:{PERSON}"] if person else []
        return ["/usr/sbin/chroot", *who, str(self.root), *command]

    def place(self, path: str | Path) -> Path:
        """Return where *path* of the tree is outside it."""
        return self.root / str(path).lstrip("/")


def give_to_person(folder: Path) -> None:
    """Make *folder* and all in it the person's."""
    for place in (folder, *folder.rglob("*")):
        os.chown(place, PERSON, PERSON)


@contextmanager
def as_person() -> Iterator[None]:
    """Be the person for what follows: a session's bus lets nobody else in."""
    os.setresgid(PERSON, PERSON, 0)
    os.setresuid(PERSON, PERSON, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)
