"""LinkWriter: the link to a file as the vault's owner writes links, from the names that the tree knows."""

from vaultdesk.ui.browser.node_model import NodeModel
from vaultdesk.vault.markdown.link_resolution import NoteNames, link_text
from vaultdesk.vault.vault import Vault

UNWRITABLE = frozenset("[]#^|")
"""Characters of a path that a wikilink cannot say."""


class LinkWriter:
    """Knows all names while nothing changes; asked for a link it waits for nothing."""

    def __init__(self, model: NodeModel, vault: Vault) -> None:
        self._model = model
        self._vault = vault
        self._names: NoteNames | None = None
        for changed in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            changed.connect(self._forget)

    def link_to(self, path: str) -> str:
        """Return the link to the file at *path*."""
        if self._names is None:
            self._names = NoteNames(self._model.root.files())
        settings = self._vault.settings
        markdown = settings.markdown_links or not UNWRITABLE.isdisjoint(path)
        # From nowhere in particular a path from the note's folder cannot be told: all of it then.
        style = "absolute" if settings.link_format == "relative" else settings.link_format
        return link_text(path, "", self._names, style, markdown=markdown)

    def _forget(self, *_what: object) -> None:
        self._names = None
