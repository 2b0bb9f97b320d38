"""First start: the tests of the page without a vault."""
