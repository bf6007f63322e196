"""Prompts of scenarios, the files that hold them, and how their inputs are filled and checked."""
