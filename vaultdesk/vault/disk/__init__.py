"""Files and folders of the vault on disk: reading, listing, watching and atomic writes, never through a link."""
