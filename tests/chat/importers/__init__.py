"""Tests of the importers, with hand-written fixtures of each format."""
