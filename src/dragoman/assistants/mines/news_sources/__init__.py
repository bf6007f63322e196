"""Where news comes from: a folder, feeds, a search service; and several of them as one."""
