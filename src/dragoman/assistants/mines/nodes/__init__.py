"""The nodes of both graphs, a file for each, under the names of the source document."""
