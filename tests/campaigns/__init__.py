"""Tests that run in a campaign run only (`packaging/dev.py test --campaigns`)."""
