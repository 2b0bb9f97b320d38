"""Support: honest small fakes of the far end, shared by all tests."""
