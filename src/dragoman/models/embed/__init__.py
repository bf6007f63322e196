"""Embedders: the one that is built here from pinned weights, and those of OpenAI-compatible servers."""
