"""What can be wrong with a request about a job."""

from datetime import timedelta

from dragoman.errors import DragomanError, Source, StoreError, UsageError


class QueueFullError(DragomanError):
    """More jobs wait for a worker than may."""

    code = "queue-full"

    def __init__(self, limit: int, *, retry_after: timedelta) -> None:
        self.retry_after = retry_after
        seconds = f"{retry_after.total_seconds():.0f}"
        super().__init__(f"{limit} jobs wait already", remedy=f"Try again in about {seconds} s; nothing was stored.")


class IdempotencyKeyError(UsageError):
    """A key that made a job comes again with other words."""

    code = "idempotency-key"

    def __init__(self, key: str, job: str) -> None:
        super().__init__(
            f"the idempotency key {key!r} was used for another request (job {job})",
            remedy="Use a new key for a new request.",
        )


class ReplyConflictError(UsageError):
    """A question of a job that has its reply gets another one."""

    code = "reply-conflict"

    def __init__(self, job: str, question: str) -> None:
        super().__init__(
            f"question {question} of job {job} has another reply already",
            remedy="The first reply counts. Ask anew to get another answer.",
        )


class EndedJobError(UsageError):
    """Something is wanted of a job that has ended."""

    code = "ended-job"

    def __init__(self, job: str, status: str) -> None:
        super().__init__(f"job {job} has ended: {status}", remedy="Send the prompt again to start a new job.")


class JobsInUseError(StoreError):
    """Two processes would work on the same jobs."""

    code = "jobs-in-use"

    def __init__(self, where: Source) -> None:
        super().__init__(
            "another process of Dragoman works on the jobs kept here",
            where=where,
            remedy="Use that one, stop it, or set DRAGOMAN_HOME to another folder.",
        )
