"""The window's frame: panes, toolbar, status bar, actions and the state kept for the next start; knows no vault."""
