"""Import order: what is imported behind the painted window, what is waited for first coming first. Reads no file."""

from vaultdesk.ui.staged_import import import_staged

FIRST = ("vaultdesk.workspace.opened_vault", "vaultdesk.ui.files.early_file_list")
"""What lists the notes of a vault: a quarter of a second after the first paint."""

HEAVY = ("vaultdesk.workspace.workspace", "vaultdesk.ui.vault_views")
"""All else that works with a vault and shows it: it takes longer, and the notes can be looked through meanwhile."""

LATER = (
    "vaultdesk.ui.preferences",
    "vaultdesk.ui.importing.import_dialog",
    "vaultdesk.providers.offline.offline_commands",
)
"""What is opened now and then; imported once the vault can be used."""


async def import_first() -> None:
    """Import what lists the notes of a vault."""
    await import_staged(FIRST)


async def import_rest() -> None:
    """Import what opens a vault. Whoever wants one asks for it: what is imported already costs nothing."""
    await import_staged(HEAVY)


async def import_later() -> None:
    """Import what is opened now and then."""
    await import_staged(LATER)
