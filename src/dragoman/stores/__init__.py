"""State on disk: SQLite files with a schema version, opened by one door."""
