"""Quick ask: a small window over other programs to find a note, ask a question or take a note."""
