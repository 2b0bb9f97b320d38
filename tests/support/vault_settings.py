"""Settings of a vault, changed through the settings store like in the window."""

from vaultdesk.workspace.workspace import Workspace


def set_tool_calling(workspace: Workspace, allowed: bool) -> None:
    """Switch tools on or off for the vault of *workspace*."""
    root = workspace.vault.root
    workspace.store.change(lambda settings: settings.with_vault(root, tool_calling=allowed))
