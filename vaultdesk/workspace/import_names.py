"""Import names: what notes of imported chats are called, and which chats of that origin are there already."""

from collections.abc import Iterable
from dataclasses import dataclass

from vaultdesk.chat.conversation import chat_file_name
from vaultdesk.chat.note_format.chat_properties import chat_version
from vaultdesk.core.errors import VaultError
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key


@dataclass(frozen=True, slots=True)
class ThereAlready:
    """The chat folder as it is."""

    origins: dict[str, str]
    """The note of each origin."""
    paths: frozenset[str]
    """Every file's name key."""


class FreeNames:
    """Gives each chat of an import a path that nothing has."""

    def __init__(self, folder: str, taken: Iterable[str]) -> None:
        """*taken* are the name keys of the files that are there."""
        self._folder = folder.strip("/")
        self._taken = set(taken)

    def free(self, title: str) -> str:
        """Return the path of a chat called *title*; it is taken from now on."""
        name, number = chat_file_name(title), 1
        while same_name_key(path := self._path(name, number)) in self._taken:
            number += 1
        self._taken.add(same_name_key(path))
        return path

    def _path(self, name: str, number: int) -> str:
        ending = f" {number}" if number > 1 else ""
        return f"{self._folder}/{name}{ending}{NOTE_SUFFIX}" if self._folder else f"{name}{ending}{NOTE_SUFFIX}"


def there_already(files: VaultFiles, folder: str) -> ThereAlready:
    """Return what is in *folder* of the vault. Waits for the disk."""
    origins: dict[str, str] = {}
    paths: set[str] = set()
    for state in files.walk_all():
        if not state.path.is_inside(folder):
            continue
        paths.add(state.path.key)
        if state.path.is_note and (origin := _origin_of(files, state.path)):
            origins.setdefault(origin, state.path.text)
    return ThereAlready(origins, frozenset(paths))


def _origin_of(files: VaultFiles, path: NotePath) -> str:
    try:
        properties = read_frontmatter(files.read_text(path).text).properties
    except VaultError:
        return ""
    origin = properties.get("origin")
    return origin if isinstance(origin, str) and chat_version(properties) is not None else ""
