"""The command line: a file per command; heavy imports happen inside the commands, so that help is quick."""
