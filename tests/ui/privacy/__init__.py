"""Privacy: the tests of what left, what is about to leave, and the locks."""
