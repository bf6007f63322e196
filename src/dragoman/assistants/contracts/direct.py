"""Answers that need no agreement: hello, thanks, what can you do; and the canned refusals."""

from collections.abc import Sequence

from dragoman.assistants.contracts.library import Agreement

RESET = "Done: what was said before no longer counts. What would you like to know?"
ACKNOWLEDGE = "All right. What would you like to know?"
THANKS = "You're welcome. Ask on whenever you like."
A_QUESTION = "What are the late payment penalties?"
EXAMPLE = f"For example: {A_QUESTION}"
NOTHING = "No agreement is in the index, so there is nothing to look in."
NOTHING_REMEDY = "Read one with: dragoman ingest AGREEMENT --kind contract"
ADVICE = "I don't give legal advice. I can show what the agreement says, with clause and page."


def greeting(agreements: Sequence[Agreement]) -> str:
    """Return hello, with what there is to ask about."""
    return f"Hello. Ask me what {describe(agreements)} says. {EXAMPLE}"


def capabilities(agreements: Sequence[Agreement]) -> str:
    """Return what can be asked, from what is covered."""
    return (
        f"I answer questions about {describe(agreements)}: payment and penalties, who owns what, confidentiality, "
        "indemnities, warranties, liability, term and termination, what is to be done and by when. "
        f"Every sentence comes with its clause and page, and what the agreement does not say I say so. {EXAMPLE}"
    )


def out_of_scope(agreements: Sequence[Agreement]) -> str:
    """Return the canned refusal; it says what can be asked instead."""
    return f"That is outside what I can help with. I answer questions about {describe(agreements)}. {EXAMPLE}"


def describe(agreements: Sequence[Agreement]) -> str:
    """Return the titles of what is covered, the first few by name."""
    titles = [f"the {agreement.document.title}" for agreement in agreements[:4]]
    if len(agreements) > 4:
        titles.append(f"{len(agreements) - 4} more")
    if not titles:
        return "agreements that are in the index (there is none yet)"
    return titles[0] if len(titles) == 1 else f"{', '.join(titles[:-1])} and {titles[-1]}"
