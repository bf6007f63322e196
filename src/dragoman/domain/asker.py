"""Who asks, and how."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Whose turn it is: nobody is answered from another tenant's memory."""

    tenant: str = "local"  # of everybody who names none
    wants_fresh: bool = False  # worked out anew, whatever is remembered


ANYBODY = Asker()
