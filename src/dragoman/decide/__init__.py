"""From what a text says to what must be found: follow-ups, plans, coverage, asking back, the cascade."""
