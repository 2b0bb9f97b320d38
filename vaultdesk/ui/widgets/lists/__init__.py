"""Lists drawn by delegates: rows, folding rows, cards, and the popups that choose from a list."""
