"""Scenarios: plans of work in YAML, compiled to graphs, chosen by what a person said, chained to each other."""
