"""Faults of a scenario that can be said before anything runs."""
