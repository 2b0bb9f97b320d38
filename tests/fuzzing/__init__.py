"""Grammar-based fuzzing: `python -m tests.fuzzing NAME --minutes N`."""
