"""Index page: what VaultDesk knows of a vault to search it, how far that is, and how to have it made anew."""
