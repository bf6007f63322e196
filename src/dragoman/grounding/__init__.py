"""Claims of an answer, checked against passages; verdict, confidence and citations."""
