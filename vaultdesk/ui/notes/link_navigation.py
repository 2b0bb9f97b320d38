"""Resolves the links of a note: attachments, notes to be created, web addresses and Obsidian links; follows them."""

import asyncio
import re
from collections.abc import Iterator
from typing import Literal

from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import IndexFailed, VaultDeskError
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.bridge import start
from vaultdesk.ui.editor.attachments import attachment_folder
from vaultdesk.ui.external_programs import may_be_opened, open_address, open_in_obsidian
from vaultdesk.ui.notes.page_states import PageBanner
from vaultdesk.ui.rendering.markdown_parser import is_app_address, is_web_address
from vaultdesk.ui.translation import translate_error
from vaultdesk.vault.note_path import INDEXED_SUFFIXES, NotePath, printable
from vaultdesk.vault.obsidian.vault_config import VaultConfig, is_obsidian_uri, linked_file
from vaultdesk.vault.vault import Vault

AttachmentKind = Literal["picture", "pdf", "sound", "video", "other"]

_KINDS: dict[AttachmentKind, tuple[str, ...]] = {
    "picture": (".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"),
    "pdf": (".pdf",),
    "sound": (".flac", ".m4a", ".mp3", ".ogg", ".wav", ".3gp"),
    "video": (".mkv", ".mov", ".mp4", ".ogv", ".webm"),
}
"""File types that Obsidian embeds (vaultdesk/vault/README.md, "Links")."""

PDF_PAGE = re.compile(r"(?:^|&)page=([0-9]{1,6})")
"""The page number in the subpath of a link to a PDF document: `page=3`."""

MAX_SUFFIX_LENGTH = 8
"""Maximum length of a suffix; the dot in “v. the others” does not start one."""


def is_attachment(path: str) -> bool:
    """Return whether *path* names a file that is not a note, canvas or base."""
    name = path.rpartition("/")[2].lower()
    stem, dot, suffix = name.rpartition(".")
    if not stem or not dot or f".{suffix}" in INDEXED_SUFFIXES:
        return False
    # “Meeting 2.1” is the name of a note.
    return suffix.isalnum() and suffix.isascii() and len(suffix) <= MAX_SUFFIX_LENGTH and not suffix.isdigit()


def attachment_kind_of(path: str) -> AttachmentKind:
    """Return the kind of the file named *path*."""
    suffix = f".{path.rpartition('.')[2].lower()}"
    return next((kind for kind, suffixes in _KINDS.items() if suffix in suffixes), "other")


def find_attachment(vault: Vault, source: str, target: str) -> str | None:
    """Return the path of the file to which *target* in the note *source* refers. Blocks on the disk.

    Checked in order: the candidates, then any file of that name, shortest path first (vaultdesk/vault/README.md,
    "Links").
    """
    for candidate in attachment_candidates(source, target, vault.settings.attachment_folder):
        try:
            found = vault.files.find(NotePath.parse(candidate))
        except VaultDeskError:
            continue
        if found is not None:
            return found.text
    if "/" in target:
        return None
    suffix = NotePath.parse(target).suffix if target else ""
    try:
        same = [state.path.text for state in vault.files.walk_all() if state.path.file_name == target] if suffix else []
    except VaultDeskError:
        return None
    return min(same, key=lambda path: (path.count("/"), path), default=None)


def attachment_candidates(source: str, target: str, setting: str) -> Iterator[str]:
    """Yield the possible paths of the file *target*, linked from the note *source*: as written, in the note's folder,
    in the folder of the vault's *setting* for attachments (vaultdesk/vault/README.md, "Obsidian's settings").
    """
    for folder in dict.fromkeys(("", source.rpartition("/")[0], attachment_folder(source, setting))):
        yield f"{folder}/{target}" if folder else target


def linked_note_path(name: str, source: str, settings: VaultConfig) -> str:
    """Return the path for *name*, linked from *source*: as written, else according to the vault's settings
    (vaultdesk/vault/README.md, "Links").
    """
    path = name if name.lower().endswith(".md") else f"{name}.md"
    if "/" in path:
        return path.lstrip("/")
    return f"{folder}/{path}" if (folder := new_note_folder(source, settings)) else path


def new_note_folder(source: str, settings: VaultConfig) -> str:
    """Return the folder for a new note created while *source* is open."""
    if settings.new_file_location == "current":
        return source.rpartition("/")[0]
    return settings.new_file_folder.strip("/") if settings.new_file_location == "folder" else ""


MAX_SHOWN_ADDRESS = 400
"""Maximum number of characters of an address shown before opening it: about four lines."""


class LinkNavigation(QObject):
    """Follows links, resolved with the index and the disk; reports missing targets on the page's banner."""

    found = Signal(str, bool, str)
    """A path, whether to open it in a new tab, and the heading or block to show."""

    create_requested = Signal(str)

    def __init__(self, vault: Vault, searcher: Searcher, banner: PageBanner, parent: QObject) -> None:
        super().__init__(parent)
        self._vault, self._searcher, self._banner = vault, searcher, banner

    async def follow(self, target: str, source: str, new_tab: bool) -> None:
        """Open *target*, clicked in the note *source*."""
        name, _, subpath = target.partition("#")
        name = name.strip()
        try:
            found = await self._searcher.resolve(name, source)
        except IndexFailed as error:
            self._banner.show_message("missing", "warning", translate_error(error))
            return
        if found is None and is_attachment(name):
            found = await asyncio.to_thread(find_attachment, self._vault, source, name)
            if found is None and attachment_kind_of(name) != "other":
                text = self.tr("There is no file “{name}” in this vault.").format(name=printable(name))
                self._banner.show_message("missing", "info", text)
                return
        if found is not None:
            self.found.emit(found, new_tab, subpath)
        else:
            self.offer_to_create(linked_note_path(name, source, self._vault.settings))

    async def follow_to_program(self, address: str) -> None:
        """Open the file of this vault that *address* shows in Obsidian; other addresses need confirmation."""
        target = linked_file(address, self._vault.root)
        if target is not None:
            await self.follow(target, "", False)
        elif is_web_address(address) or is_app_address(address):
            return  # Handled elsewhere.
        elif not may_be_opened(address):
            text = self.tr("VaultDesk does not open links of this kind: {address}")
            self._banner.show_message("missing", "info", text.format(address=printable(address)))
        elif len(address) > MAX_SHOWN_ADDRESS:
            # Without the full address the user cannot tell what the other program would do.
            self._banner.show_message(
                "missing", "info", self.tr("This link is too long to be shown, so it was not opened.")
            )
        elif is_obsidian_uri(address):
            text = self.tr("This link opens Obsidian, where it may also change notes: {address}")
            hand_over = (self.tr("Open in Obsidian"), lambda: start(self._hand_over(address), self))
            self._banner.show_message("missing", "info", text.format(address=printable(address)), [hand_over])
        else:
            text = self.tr("This link opens another program: {address}")
            hand_over = (self.tr("Open it"), lambda: start(self._hand_over(address), self))
            self._banner.show_message("missing", "info", text.format(address=printable(address)), [hand_over])

    async def _hand_over(self, address: str) -> None:
        self._banner.clear("missing")
        opening = open_in_obsidian(address) if is_obsidian_uri(address) else open_address(address)
        if problem := await opening:
            self._banner.show_message("missing", "info", problem)

    def offer_to_create(self, path: str) -> None:
        """Report that there is no note at *path* and offer to create it."""
        text = self.tr("There is no note “{name}” yet.").format(name=printable(path.removesuffix(".md")))
        create = (self.tr("Create it"), lambda: self.create_requested.emit(path))
        self._banner.show_message("missing", "info", text, [create])
