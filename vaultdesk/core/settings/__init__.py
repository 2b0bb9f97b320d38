"""Settings: their schema, the TOML file that stores them, and the store that keeps both consistent."""
