"""Deb tree: a Debian system in a folder, with one user, for the test of the package (try_deb.py)."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

MIRROR = "http://deb.debian.org/debian"
SUITE = "bookworm"
USER_ID, HOME = 1000, Path("/home/person")
"""The user in the tree who runs the program, without root rights."""


class Tree:
    """A Debian system in the folder *root*."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def create(self, bare: Path | None, suite: str = SUITE) -> None:
        """Create the system: as a copy of the tree *bare*, or with debootstrap from the release *suite*."""
        if bare is not None:
            subprocess.run(["cp", "-a", "--reflink=auto", str(bare), str(self.root)], check=True)
        else:
            command = ["debootstrap", "--variant=minbase", suite, str(self.root), MIRROR]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        shutil.copyfile("/etc/resolv.conf", self.root / "etc/resolv.conf")
        # The tree is temporary, so dpkg need not wait for the disk, which takes most of its time.
        (self.root / "etc/dpkg/dpkg.cfg.d/unsafe-io").write_text("force-unsafe-io\n")
        if not (self.root / HOME.relative_to("/")).exists():
            self.run("useradd", "--create-home", "--uid", str(USER_ID), HOME.name)

    @contextmanager
    def mounted(self, shared: Path) -> Iterator[None]:
        """Mount devices, processes and the display's sockets in the tree, and *shared*/session at the same path."""
        mounts = [("/dev", "dev"), ("/proc", "proc"), ("/tmp/.X11-unix", "tmp/.X11-unix")]  # noqa: S108 - X's own place
        session = shared / "session"
        session.mkdir()
        os.chown(session, USER_ID, USER_ID)
        Path("/tmp/.X11-unix").mkdir(mode=0o1777, exist_ok=True)  # noqa: S108 - as above
        with ExitStack() as cleanup:
            for source, target in [*mounts, (str(session), str(session).lstrip("/"))]:
                mount_point = self.root / target
                mount_point.mkdir(parents=True, exist_ok=True)
                subprocess.run(["mount", "--bind", source, str(mount_point)], check=True)
                cleanup.callback(subprocess.run, ["umount", "--lazy", str(mount_point)], check=False)
            yield

    def run(self, *command: str, user: bool = False, environment: dict[str, str] | None = None) -> str:
        """Run *command* in the tree and return its output and errors. Raises `CalledProcessError`."""
        completed = subprocess.run(
            self.command(*command, user=user),
            env=environment or {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"},
            capture_output=True,
            text=True,
            check=True,
        )
        return completed.stdout + completed.stderr

    def command(self, *command: str, user: bool = False) -> list[str]:
        """Return the chroot command that runs *command* in the tree, as root or as its user."""
        user_option = [f"--userspec={USER_ID}:{USER_ID}"] if user else []
        return ["/usr/sbin/chroot", *user_option, str(self.root), *command]

    def place(self, path: str | Path) -> Path:
        """Return the path outside the tree of *path* in it."""
        return self.root / str(path).lstrip("/")


def change_owner(folder: Path) -> None:
    """Make the user of the tree the owner of *folder* and its contents."""
    for path in (folder, *folder.rglob("*")):
        os.chown(path, USER_ID, USER_ID)


@contextmanager
def as_user() -> Iterator[None]:
    """Run the block as the user of the tree: a session bus accepts connections of its user only."""
    os.setresgid(USER_ID, USER_ID, 0)
    os.setresuid(USER_ID, USER_ID, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)
