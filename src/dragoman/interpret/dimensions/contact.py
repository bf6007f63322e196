"""Addresses of people and pages: e-mail, telephone numbers, web addresses."""

import re

from dragoman.domain.value import Name
from dragoman.interpret.dimensions.dimension import Context, Match
from dragoman.interpret.normalize import NormalizedText

_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+@-])[A-Za-z0-9_%+-][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9@])"
)
_URL = re.compile(r"(?<![A-Za-z0-9@._-])(?:https?://|www\.)[^\s<>\"'`|]{1,2000}", re.IGNORECASE)
_DOMAIN = re.compile(
    r"(?<![A-Za-z0-9@._/-])(?:[A-Za-z0-9-]{1,63}\.){1,4}(?:com|org|net|gov|edu|io)(?:\.[a-z]{2})?(?![A-Za-z0-9@-]|\.[A-Za-z0-9])"
    r"(?:/[^\s<>\"'`|]{0,2000})?"
)
_CLOSING = ".,;:!?"
_PHONE = re.compile(
    r"(?<![\w.,$/+-])(?:"
    r"\+[0-9]{1,3}[ -]?(?:\(0?[0-9]{1,4}\)[ -]?)?[0-9](?:[ -]?[0-9]){5,12}"  # +61 3 9609 3333
    r"|\(0[0-9]{1,3}\) ?[0-9]{3,4}[ -]?[0-9]{3,4}(?:[ -]?[0-9]{2,4})?"  # (03) 9609 3333
    r"|\([2-9][0-9]{2}\) ?[0-9]{3}-[0-9]{4}"  # (650) 123-4567
    r"|[2-9][0-9]{2}[-.][0-9]{3}[-.][0-9]{4}"  # 650-123-4567
    r"|0[1-9][0-9]? [0-9]{3,4} [0-9]{3,4}|04[0-9]{2} [0-9]{3} [0-9]{3}"  # 03 9609 3333, 0412 345 678
    r"|1[38]00 [0-9]{3} [0-9]{3}|1[38]00 [0-9]{2} [0-9]{2} [0-9]{2}"  # 1300 555 475
    r")(?![\w%-]|[.,/:][0-9])"
)
_SOME_PHONE = re.compile(r"[0-9][0-9). -]{5}")
_NOT_DIGIT = re.compile(r"[^0-9]")


class Email:
    """E-mail addresses."""

    name = "email"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:  # noqa: ARG002, no day changes an address
        """Return every e-mail address, its domain in lower case."""
        if "@" not in text.text:
            return []
        return [Match(*match.span(), "email", Name(name=_email(match[0]))) for match in _EMAIL.finditer(text.text)]


class Url:
    """Web addresses, also without "https://"."""

    name = "url"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:  # noqa: ARG002, no day changes an address
        """Return every web address as written, without the full stop of the sentence."""
        if "." not in text.text and "://" not in text.text:
            return []
        found = [_url(match) for match in _URL.finditer(text.text)]
        taken = [(match.start, match.end) for match in found]
        at = 0
        for domain in _DOMAIN.finditer(text.text):
            while at < len(taken) and taken[at][1] <= domain.start():
                at += 1
            if at == len(taken) or taken[at][0] >= domain.end():
                found.append(_url(domain))
        return sorted(found, key=lambda match: match.start)


class Phone:
    """Telephone numbers that look like one; a date range or a row of figures does not."""

    name = "phone"

    def find(self, text: NormalizedText, context: Context) -> list[Match]:  # noqa: ARG002, no day changes a number
        """Return every telephone number as digits, with "+" where the country is written."""
        if not text.has_digit or _SOME_PHONE.search(text.text) is None:
            return []
        return [Match(*match.span(), "phone", Name(name=_phone(match[0]))) for match in _PHONE.finditer(text.text)]


def _email(address: str) -> str:
    name, _, domain = address.partition("@")
    return f"{name}@{domain.lower()}"


def _url(match: re.Match[str]) -> Match:
    address = match[0].rstrip(_CLOSING)
    while address.endswith((")", "]", "}")) and address.count("(") < address.count(")"):
        address = address[:-1].rstrip(_CLOSING)
    return Match(match.start(), match.start() + len(address), "url", Name(name=address))


def _phone(written: str) -> str:
    plus = "+" if written.startswith("+") else ""
    return plus + _NOT_DIGIT.sub("", written.replace("(0)", ""))
