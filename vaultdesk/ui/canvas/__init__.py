"""Canvas files as drawings with cards and arrows, read only."""
