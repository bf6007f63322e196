"""Adapters to chat models, each with its package imported only when a model is asked."""
