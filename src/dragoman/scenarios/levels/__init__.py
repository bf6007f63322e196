"""What each kind of level does when it is reached, a file per kind."""
