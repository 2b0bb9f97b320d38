"""Tests of the command line: every command, run in this process."""
