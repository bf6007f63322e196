"""Exact decimal operations over cited operands, and how their results are shown."""
