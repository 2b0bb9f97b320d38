"""Browser: the left pane: the vault's tree of notes and its search."""

from vaultdesk.ui.browser.left_pane import LeftPane

__all__ = ["LeftPane"]
