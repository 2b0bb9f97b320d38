"""Questions over three vaults, what answers them, and how the answers are judged."""
