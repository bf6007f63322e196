"""The nodes of the graph, a file each."""
