"""Ports to language models and embedders, and what stands between them and the rest: prompts, dispatch, cost."""
