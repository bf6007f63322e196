"""Assistants: what each kind of reader can ask, on one engine."""
