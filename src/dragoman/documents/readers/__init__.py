"""One reader per kind of file, each from bytes to a Reading."""
