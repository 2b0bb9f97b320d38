"""One window and its open vault: panes, commands and status, connected to the workspace."""
