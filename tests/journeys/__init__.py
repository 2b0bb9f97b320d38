"""End-to-end tests: complete user workflows through the real packages, including their error messages."""
