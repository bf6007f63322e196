"""Texts of ours in the language of a question: composed and checked in English, translated, compared by code."""
