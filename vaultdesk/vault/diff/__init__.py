"""Differences between texts: line diff, hunks, three-way merge, and how a diff is shown."""
