"""What code can know about a text: pure functions, no I/O, no model."""
