"""What is said beside a text that a model wrote: what was only judged, and what nobody could check."""

from dragoman.assistants.mines.writing.check import claims_nothing
from dragoman.domain.claim import Grounding
from dragoman.grounding.judge import JUDGED


def warnings_of_writing(grounding: Grounding | None) -> tuple[str, ...]:
    """Return a line for judged and one for unchecked sentences; nothing where code settled them all."""
    if grounding is None:
        return ()
    judged = sum(claim.judged and claim.verdict == "supported" for claim in grounding.claims)
    is_open = [claim for claim in grounding.claims if claim.verdict == "unchecked" and not claims_nothing(claim)]
    lines = []
    if judged:
        lines.append(f"{_counted(judged)} marked {JUDGED}: judged by a language model from a quote on the page cited.")
    if is_open:
        lines.append(f"{_counted(len(is_open))} not checked: code cannot settle what it says, and no judge did.")
    return tuple(lines)


def _counted(count: int) -> str:
    return "One sentence is" if count == 1 else f"{count} sentences are"
