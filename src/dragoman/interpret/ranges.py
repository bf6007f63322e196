"""Two amounts that share what stands at one end: "5-10%", "between US$5 and 6 billion"."""

import re

_JOINT = re.compile(r" ?(?:-|to|through) ?")
_AND = re.compile(r" ?(?:and|&) ?")
_OR = re.compile(r" or ")
_LONGEST_JOINT = 12


def are_range(start: int, end: int, second_start: int, lower: str) -> bool:
    """Say whether the text between `start:end` and `second_start` makes the two the ends of one range."""
    if not 0 < second_start - end <= _LONGEST_JOINT:
        return False
    gap = lower[end:second_start]
    if _JOINT.fullmatch(gap) or _OR.fullmatch(gap):
        return True
    return _AND.fullmatch(gap) is not None and "between" in lower[max(start - 16, 0) : start]
