"""Open questions: what they want to know, and the sentences of the documents that say it."""
