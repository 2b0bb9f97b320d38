"""Differences between texts: line diff, hunks, three-way merge and their presentation."""
