"""To which scenario a prompt goes: the catalog, the classifier, when it had better ask."""
