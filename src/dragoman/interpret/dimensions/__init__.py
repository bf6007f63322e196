"""A family of siblings: each finds the values of one dimension in a text."""
