"""Exit statuses, the same for every command."""

ANSWERED = 0
FAILED = 1
USAGE = 2
QUESTION_WAITS = 3
NOT_COVERED = 4  # not covered, out of scope, or nothing found

INTERRUPTED = 130  # Ctrl-C, as shells count it


def status_of(outcome: str) -> int:
    """Return the exit status for the outcome of an answer or a routing decision."""
    if outcome in ("answered", "routed"):
        return ANSWERED
    return QUESTION_WAITS if outcome == "clarification" else NOT_COVERED
