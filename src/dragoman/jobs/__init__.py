"""Work that outlives a request: an envelope becomes a job, and all that happens in it is on record."""
