"""Tests that run only in a campaign (`packaging/dev.py test --campaigns`)."""
