"""Answers, conversations, facts and grids as files: sheets, CSV, Markdown, one page of HTML."""
