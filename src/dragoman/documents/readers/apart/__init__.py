"""Work on files that may do harm, in processes apart with limits of memory and time."""
