"""For tests of programs that build on Dragoman: doubles, and suites that every implementation of a port passes."""
