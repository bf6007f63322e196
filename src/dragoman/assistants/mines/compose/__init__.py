"""Answers by template: a file for each family of plan steps, each sentence complete enough to be checked alone."""
