"""The window, and the only package that knows Qt: pages, panes, dialogs and the program that opens them."""
