"""Texts that a model writes: what it is shown, and what code lets stand of the reply."""
