"""Activity: the tests of the page of what happened, and of what belongs to it."""
