"""The index's SQLite file: schema, integrity, entries and the connections to it."""
