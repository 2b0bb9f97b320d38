"""Tests of the start with the system."""
