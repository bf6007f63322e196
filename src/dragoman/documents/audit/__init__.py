"""A report against itself: totals, statements and repeated figures that must agree."""
