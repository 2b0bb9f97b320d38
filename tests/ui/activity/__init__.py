"""Tests of the activity page and its parts."""
