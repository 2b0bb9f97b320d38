"""Cli: every command, run as a person runs it."""
