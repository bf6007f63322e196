"""Who asks, and how."""

from dataclasses import dataclass
from typing import Literal

# Who decides. cascade: exact layers first, a model only where they are unsure. model: the model decides, guards stand
# around it. embedded: no model is ever called.
Policy = Literal["cascade", "model", "embedded"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Whose turn it is: nobody is answered from another tenant's memory."""

    tenant: str = "local"  # of everybody who names none
    wants_fresh: bool = False  # worked out anew, whatever is remembered
    policy: Policy | None = None  # who decides in this turn; None: as it is set


ANYBODY = Asker()
