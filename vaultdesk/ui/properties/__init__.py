"""Properties: a note's properties shown over its text and edited in place, each by its kind."""
