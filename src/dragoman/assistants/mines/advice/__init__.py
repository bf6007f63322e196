"""One module for each decision that a model may propose: what it is asked, and what code makes of the reply."""
