"""Dragoman understands what a person asks and answers only what the page supports."""

from dragoman.version import __version__

__all__ = ["__version__"]
