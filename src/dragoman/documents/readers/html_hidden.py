"""What a browser would not show: scripts, elements that are switched off, and the hidden facts of inline XBRL."""

import re
from typing import Any

_SILENT = frozenset(
    ["script", "style", "noscript", "template", "iframe", "object", "embed", "svg", "canvas", "head", "datalist"]
)
_NEVER = _SILENT | {"ix:header", "ix:hidden"}
_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)"
    r"|font-size\s*:\s*0(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:;|!|$)"
    r"|(?:left|top|text-indent|margin-left)\s*:\s*-\d{4,}",
    re.IGNORECASE,
)
_WHITE = re.compile(
    r"(?<![-\w])color\s*:\s*(?:#fff(?:fff)?\b|white\b|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\))", re.IGNORECASE
)
_BACKGROUND = re.compile(r"background", re.IGNORECASE)
_RULE = re.compile(r"([^{}]{1,400})\{([^{}]*)\}")
_SIMPLE = re.compile(r"^(?:[a-z][\w-]*)?(?:[.#][A-Za-z_][\w-]*)?$")


def hidden_by_rules(root: Any) -> frozenset[str]:  # noqa: ANN401 (lxml is optional)
    """Return the selectors (".x", "#y", "p", "p.x") that the page's own style sheets switch off."""
    found = set()
    for sheet in root.iter("style"):
        for selectors, rules in _RULE.findall(re.sub(r"/\*.*?\*/", "", sheet.text or "", flags=re.DOTALL)):
            if _STYLE.search(rules) and "@" not in selectors:
                found |= {one.strip() for one in selectors.split(",") if _SIMPLE.match(one.strip())}
    return frozenset(found - {""})


class Hidden:
    """Says which elements are hidden, and counts the words left out."""

    def __init__(self, selectors: frozenset[str]) -> None:
        self._selectors = selectors
        self._words = 0

    def is_hidden(self, element: Any) -> bool:  # noqa: ANN401 (as above)
        """Say whether an element is not shown, and count what is left out."""
        if not self.was_hidden(element):
            return False
        tag = element.tag.lower()
        if tag not in _SILENT:
            self._words += len(" ".join(element.itertext()).split())
        return True

    def was_hidden(self, element: Any) -> bool:  # noqa: ANN401 (as above)
        """Say the same without counting."""
        tag, style = element.tag.lower(), element.get("style") or ""
        return (
            tag in _NEVER
            or element.get("hidden") is not None
            or (tag == "input" and element.get("type") == "hidden")
            or _STYLE.search(style) is not None
            or (_WHITE.search(style) is not None and not _BACKGROUND.search(style) and not _is_on_colour(element))
            or (bool(self._selectors) and not self._selectors.isdisjoint(_names(element, tag)))
        )

    def notes(self) -> tuple[str, ...]:
        """Say what was left out."""
        return (f"{self._words:,} words that a browser does not show were left out",) if self._words else ()


def _is_on_colour(element: Any) -> bool:  # noqa: ANN401 (as above)
    """Say whether something around it has a background, so that white letters can be read."""
    return any(_BACKGROUND.search(one.get("style") or "") or one.get("bgcolor") for one in element.iterancestors())


def _names(element: Any, tag: str) -> set[str]:  # noqa: ANN401 (as above)
    names = {f".{name}" for name in (element.get("class") or "").split()}
    names |= {f"#{element.get('id')}"} if element.get("id") else set()
    return names | {tag} | {f"{tag}{name}" for name in names}
