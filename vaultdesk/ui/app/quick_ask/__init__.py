"""Quick ask: a small window above other programs to find a note, ask a question or take a note."""
