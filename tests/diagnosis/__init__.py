"""Diagnosis: the tests of what is said of a computer."""
