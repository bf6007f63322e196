"""The closed set of tools that a level of kind `tool` can name."""
