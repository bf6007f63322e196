"""Passages by their meaning; needs the extra `embed`."""
