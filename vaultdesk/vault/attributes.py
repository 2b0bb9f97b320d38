"""Attributes: mode, owner and extended attributes of a file, ACLs among them; read, given and kept. Never its times."""

import base64
import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

_OURS_TO_REMOVE = ("user.", "system.posix_acl_")
"""Attributes a fresh file may have got from its folder and must lose to be like the old one."""


@dataclass(frozen=True, slots=True)
class Attributes:
    """What belongs to a file besides its bytes and its times."""

    mode: int
    """The permission bits, with set-user and the like."""
    owner: int = -1
    group: int = -1
    """Numbers of owner and group; -1 where the system has none."""
    extended: tuple[tuple[str, bytes], ...] = ()
    """Extended attributes by name; ACLs are among them on Linux."""

    def to_text(self) -> str:
        """Return it as JSON, for the journal."""
        extended = {name: base64.b64encode(value).decode("ascii") for name, value in self.extended}
        return json.dumps({"mode": self.mode, "owner": self.owner, "group": self.group, "extended": extended})

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` made."""
        found = json.loads(text)
        extended = tuple((name, base64.b64decode(value)) for name, value in found["extended"].items())
        return cls(found["mode"], found["owner"], found["group"], extended)


def attributes_of(descriptor: int) -> Attributes:
    """Return the attributes of an open file."""
    found = os.fstat(descriptor)
    extended: list[tuple[str, bytes]] = []
    if sys.platform == "linux":
        with suppress(OSError):  # A file system without attributes has none to lose.
            for name in sorted(os.listxattr(descriptor)):
                with suppress(OSError):  # trusted.* is not shown to everyone.
                    extended.append((name, os.getxattr(descriptor, name)))
    posix = hasattr(os, "fchown")
    return Attributes(
        found.st_mode & 0o7777, found.st_uid if posix else -1, found.st_gid if posix else -1, tuple(extended)
    )


def give(descriptor: int, wanted: Attributes) -> None:
    """Give an open file these attributes, as far as this user may."""
    if hasattr(os, "fchown") and wanted.owner >= 0:
        with suppress(OSError):  # Only root gives files away; the note then belongs to who saved it.
            os.fchown(descriptor, wanted.owner, wanted.group)
    if sys.platform == "linux":
        with suppress(OSError):  # A file system without attributes keeps none.
            names = {name for name, _ in wanted.extended}
            for name in os.listxattr(descriptor):
                if name not in names and name.startswith(_OURS_TO_REMOVE):
                    with suppress(OSError):
                        os.removexattr(descriptor, name)
        for name, value in wanted.extended:
            with suppress(OSError):  # security.* and trusted.* are the system's own.
                os.setxattr(descriptor, name, value)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, wanted.mode)
