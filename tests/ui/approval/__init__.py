"""Approval: the tests of the question before a tool runs."""
