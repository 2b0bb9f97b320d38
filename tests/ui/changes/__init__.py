"""Tests of diffs as they are shown, ticked and edited."""
