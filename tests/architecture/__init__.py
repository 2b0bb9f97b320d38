"""Rules of the code, checked by tests; each test also shows that its rule finds a violation."""
