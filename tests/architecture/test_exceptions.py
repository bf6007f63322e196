"""An exception to a rule of the tools says why, on its own line."""

import re

EXCEPTION = re.compile(r"# (?:noqa(?:: [A-Z]+\d+(?:, ?[A-Z]+\d+)*)?|type: ignore(?:\[[\w, -]+\])?)(?P<reason>.*)")


def test_every_exception_has_a_reason(source, scripts, root):
    bare = [
        f"{module.path}:{number}"
        for module in source + scripts
        for number, line in enumerate((root / module.path).read_text(encoding="utf-8").splitlines(), start=1)
        if (found := EXCEPTION.search(line)) and not re.search(r"\w{3}", found["reason"])
    ]
    assert bare == []


def test_no_exception_is_for_every_rule(source, scripts, root):
    blanket = re.compile(r"# (?:noqa(?!: [A-Z])|type: ignore(?!\[)|ruff: noqa(?!: )|mypy: ignore-errors)")
    lines = [
        f"{module.path}:{number}"
        for module in source + scripts
        for number, line in enumerate((root / module.path).read_text(encoding="utf-8").splitlines(), start=1)
        if blanket.search(line)
    ]
    assert lines == []
