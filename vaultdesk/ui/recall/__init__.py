"""Recall: the page where a question shows which passages it finds, and why. Sends nothing anywhere."""
