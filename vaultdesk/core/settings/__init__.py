"""Settings: their schema, the TOML file that holds them, and the store that keeps both in step."""
