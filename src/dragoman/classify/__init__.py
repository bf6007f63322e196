"""Texts to intents by their words: a small calibrated classifier that is trained from examples."""
