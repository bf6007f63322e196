"""Suites of cases, and reports in which right, wrong, asked and declined stand together."""
