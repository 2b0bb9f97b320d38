"""VaultDesk: a local-first desktop assistant for a folder of Markdown notes."""

__version__ = "0.2.0"
