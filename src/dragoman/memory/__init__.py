"""Answers that were given before: kept under all their slots, and given again only to the same question."""
