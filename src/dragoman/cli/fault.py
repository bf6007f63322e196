"""A fault of ours: kept in a file for a report, without anybody's words."""

import os
import traceback


def keep(fault: BaseException) -> str:
    """Write the way to the fault into the state folder and return its name for the message.

    Messages of exceptions may quote a question or a document, so only their types and the places in the
    code are written. Nothing is raised: this is what happens when everything else went wrong.
    """
    from dragoman.app.settings import load_settings

    name = type(fault).__name__
    try:
        settings = load_settings()
        if settings.debug:
            traceback.print_exception(fault)
            return name
        settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        log = settings.home / "last-fault.txt"
        file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "w", encoding="utf-8", errors="replace") as stream:
            stream.write(_without_words(fault))
    except Exception:  # noqa: BLE001  # the home may be what is broken
        return name
    return f"{name}; the details, without your words, are in {log}"


def _without_words(fault: BaseException | None) -> str:
    parts: list[str] = []
    while fault is not None:
        parts.append("".join(traceback.format_tb(fault.__traceback__)) + f"{type(fault).__qualname__}\n")
        fault = fault.__cause__ or fault.__context__
    return "\nraised while dealing with:\n\n".join(parts)
