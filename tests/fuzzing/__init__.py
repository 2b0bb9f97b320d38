"""Fuzzing: hostile input made by grammar, for minutes: `python -m tests.fuzzing NAME --minutes N`."""
