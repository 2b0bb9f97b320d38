"""Settings: the tests of the settings page."""
