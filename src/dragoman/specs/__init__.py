"""YAML of the user → a typed value that remembers file, line and column."""
