"""New note: where a note that a link names belongs. Creates nothing and knows no Qt."""

from vaultdesk.vault.obsidian.vault_config import VaultConfig


def path_of_new(name: str, source: str, settings: VaultConfig) -> str:
    """The path for *name*, linked from *source*: as written, else where the vault's settings put it (OBSIDIAN E.1)."""
    path = name if name.lower().endswith(".md") else f"{name}.md"
    if "/" in path:
        return path.lstrip("/")
    return f"{folder}/{path}" if (folder := folder_of_new(source, settings)) else path


def folder_of_new(source: str, settings: VaultConfig) -> str:
    """The folder for a new note made while *source* is open."""
    if settings.new_file_location == "current":
        return source.rpartition("/")[0]
    return settings.new_file_folder.strip("/") if settings.new_file_location == "folder" else ""
