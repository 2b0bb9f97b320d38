"""Window frame: panes, toolbar, status bar, actions and the state saved for the next start; independent of vaults."""
