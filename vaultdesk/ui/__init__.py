"""The window, and the only package that uses Qt: pages, panes, dialogs and the program that opens them."""
