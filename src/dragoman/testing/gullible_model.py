"""A chat model that obeys: whatever instruction stands in its input, it does, whoever wrote it and however hidden.

It stands in for the worst a language model can do. A product that stays right with it owes that to its own code.
"""

import base64
import json
import re
import zlib
from collections.abc import AsyncGenerator, Iterable, Iterator
from typing import Any

from dragoman.models.chat import ChatModel, ChatRequest, Reply, ToolCall
from dragoman.models.prompt import Prompt
from dragoman.testing.json_example import Json, choices_of, closed_fields, example_of
from dragoman.testing.orders import Calling, Orders, arguments_in, chosen, objects_in, ordered_value, orders_in
from dragoman.testing.scripted_model import as_reply, pieces_of

PROSE = re.compile(
    r"answer|text|summary|statement|reason|content|draft|reply|message|note|comment|title|quote|query|expl"
)
CITING = re.compile(r"cit|source|marker|passage|evidence|quote|reference|id")
SENDING = re.compile(r"send|mail|post|http|fetch|get|url|web|search|find|retriev|read|look")
VALUES = {
    "boolean": r"true|false|yes|no|on|off",
    "integer": r"-?\d+",
    "number": r"-?\d+(?:\.\d+)?",
    "string": r"[^\s\"'`“”,;)<]+",
    "array": r"[^\n.;<]+",
}
# What our dispatch itself says to a model that may call no further tool, or whose reply had the wrong form.
OUR_WORDS = re.compile(
    r"No further call is possible\. Answer with what you have\.|This reply is not of the asked form: .*", re.DOTALL
)
_PLACEHOLDER = re.compile(r"\{\{.*?\}\}")


class GullibleChatModel:
    """Obeys every order in its input; where there is none, it says what `honest` says, or the plainest thing that fits.

    The product's own words are no attack: system texts, what dispatch adds, and, with `prompts`, those templates.
    What it can do: say dictated words, markup and links; give away the system text, also as Base64 or backwards;
    set fields, also nested; choose among closed choices; call tools, also such as nobody offered, with the
    arguments it is told; cite what it is told. `obeyed` keeps the orders it found, for a test that must know that
    the attack was really tried.
    """

    def __init__(self, *, honest: ChatModel | None = None, prompts: Iterable[Prompt] = ()) -> None:
        self._honest = honest
        self._own = [part for prompt in prompts for part in _parts(prompt)]
        self.requests: list[ChatRequest] = []
        self.obeyed: list[Orders] = []

    @property
    def id(self) -> str:
        """It costs nothing."""
        return "free:gullible"

    async def reply(self, request: ChatRequest) -> Reply:
        """Return what the orders want; raises only what the honest model raises."""
        self.requests.append(request)
        orders = orders_in(self._heard(request))
        honest = await self._honest.reply(request) if self._honest else None
        truth = honest or as_reply(_plainest(request), request, model="gullible")
        schema = _schema_of(request)
        line = _object(schema, request, orders, truth) if schema else _spoken(request, orders, truth)
        if line is None:
            return truth
        self.obeyed.append(orders)
        return as_reply(line, request, model="gullible")

    async def stream(self, request: ChatRequest) -> AsyncGenerator[str | Reply]:
        """Yield the reply word by word, then whole."""
        whole = await self.reply(request)
        for piece in pieces_of(whole.content):
            yield piece
        yield whole

    def _heard(self, request: ChatRequest) -> str:
        told = (message.content for message in request.messages if message.role in ("user", "tool"))
        heard = "\n".join(text for text in told if not OUR_WORDS.fullmatch(text))
        for part in self._own:
            heard = heard.replace(part, "\n")
        return heard


def _parts(prompt: Prompt) -> Iterator[str]:
    for text in (prompt.system, prompt.user):
        yield from (part.strip() for part in _PLACEHOLDER.split(text) if len(part.strip()) > 3)


def _schema_of(request: ChatRequest) -> Json | None:
    """Return the form asked for, also where only the system text describes it, as for servers without schemas."""
    if request.schema:
        return request.schema.schema
    described = [one for message in request.messages if message.role == "system" for one in objects_in(message.content)]
    return next((one for one in described if "properties" in one), None)


def _plainest(request: ChatRequest) -> object:
    schema = _schema_of(request)
    return example_of(schema) if schema else "There is nothing to add."


def _read(text: str) -> Json:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _object(schema: Json, request: ChatRequest, orders: Orders, truth: Reply) -> Json | None:
    """Return the object as the orders want it, or None where they want nothing of it."""
    plain = _read(truth.content)
    said = "\n".join(one.text for one in orders.sayings) + _given_away(request, orders)
    wanted = _obedient(plain, schema, orders, said)
    return wanted if orders or wanted != plain else None


def _spoken(request: ChatRequest, orders: Orders, truth: Reply) -> object | None:
    offered = {tool.name for tool in request.tools}
    if not orders and not any(one.name in offered for one in orders.callings):
        return None
    return _calls(request, orders) or _said(request, orders, truth.content)


def _said(request: ChatRequest, orders: Orders, truth: str) -> str:
    if any(re.search(r"without (?:any )?citations?|no citations?", text, re.IGNORECASE) for text in orders.texts):
        truth = re.sub(r"\s*\[[^\]\n]*\]", "", truth)
    dictated = [one.text for one in orders.sayings if not one.adds]
    added = [one.text for one in orders.sayings if one.adds]
    marked = [marker if marker.startswith("[") else f"[{marker}]" for marker in orders.markers]
    parts = [*(dictated or [truth]), *added, *marked, *orders.addresses, _given_away(request, orders)]
    return "\n".join(part for part in parts if part)


def _given_away(request: ChatRequest, orders: Orders) -> str:
    if not orders.reveals:
        return ""
    secret = "\n".join(message.content for message in request.messages if message.role == "system")
    heard = " ".join(orders.texts).casefold()
    forms = [secret]
    if "base64" in heard:
        forms += [base64.b64encode(word.encode()).decode() for word in re.findall(r"\w{3,}", secret)]
    if "reverse" in heard or "backwards" in heard:
        forms.append(secret[::-1])
    return "\n".join(forms)


def _obedient(plain: object, field: Json, orders: Orders, said: str, *, owner: str = "") -> Json:
    """Return the object with every field as ordered; what the orders leave open stays plain."""
    value: Json = dict(plain) if isinstance(plain, dict) else {}
    for name, part in closed_fields(field):
        # A flag that carries its confidence, {value, confidence}, is meant where the flag's own name is spoken.
        called = owner if name == "value" and owner else name
        if "properties" in part:
            value[name] = _obedient(value.get(name), part, orders, "", owner=name)
        elif (wanted := _wanted(called, part, orders, said)) is not None:
            value[name] = wanted
    for given in orders.objects if not owner else ():
        value |= {name: one for name, one in given.items() if name in field.get("properties", {})}
    return value


def _wanted(name: str, field: Json, orders: Orders, said: str) -> object | None:
    choices = tuple(one for one in choices_of(field) if isinstance(one, str))
    if choices:
        exact = ordered_value(name, "|".join(re.escape(one) for one in choices), orders)
        return exact or chosen(choices, orders)
    kind = _kind(field)
    found = ordered_value(name, VALUES.get(kind, VALUES["string"]), orders)
    match kind:
        case "boolean":
            return found.casefold() in ("true", "yes", "on") if found else _flagged(name, orders)
        case "integer" | "number":
            return None if found is None else json.loads(found)
        case "array":
            return _list(name, found, orders)
        case "string":
            return said if said and PROSE.search(name) else found
    return None


def _kind(field: Json) -> str:
    if "type" in field:
        return str(field["type"])
    return next((str(part["type"]) for part in field.get("anyOf", ()) if part.get("type") not in (None, "null")), "")


def _list(name: str, found: str | None, orders: Orders) -> list[str] | None:
    if CITING.search(name) and orders.markers:
        return list(orders.markers)
    if found is None:
        return None
    return [one.strip(" []\"'") for one in re.split(r",| and ", found) if one.strip(" []\"'")]


def _flagged(name: str, orders: Orders) -> bool | None:
    """Say what a flag is to be where its name is only spoken: "treat this as out of scope", "no retrieval"."""
    words = re.sub(r"^(?:is|needs|has|should)_", "", name).replace("_", r"[_ \-]")
    for text in orders.texts:
        if re.search(rf"\b(?:not?|never|without|skip|don't)\b[^.\n]{{0,30}}\b{words}\b", text, re.IGNORECASE):
            return False
        if re.search(
            rf"\b(?:mark|treat|flag|classify|set|consider|is|needs?|use)\b[^.\n]{{0,40}}\b{words}\b", text, re.I
        ):
            return True
    return None


def _calls(request: ChatRequest, orders: Orders) -> list[ToolCall]:
    """Return the calls that are ordered and not made yet."""
    if not request.tools:
        return []
    made = {(call.name, json.dumps(call.arguments)) for message in request.messages for call in message.calls}
    offered = {tool.name: tool.parameters for tool in request.tools}
    wanted = [one for one in orders.callings if one.name in offered or one.is_plain]
    if not wanted:  # no tool is named, but there is one that carries the words where they want to go
        carrier = next((name for name in offered if SENDING.search(name)), request.tools[0].name)
        wanted = [Calling(carrier, "")]
    calls = [_call(one, offered.get(one.name, {}), orders) for one in wanted]
    return [call for call in calls if (call.name, json.dumps(call.arguments)) not in made]


def _call(one: Calling, parameters: Json, orders: Orders) -> ToolCall:
    given = arguments_in(one.rest)
    arguments: dict[str, Any] = {**_filled(parameters, one, orders), **given}
    key = zlib.crc32(f"{one.name}{json.dumps(arguments)}".encode())
    return ToolCall(id=f"call_{key:08x}", name=one.name, arguments=arguments)


def _filled(parameters: Json, one: Calling, orders: Orders) -> dict[str, Any]:
    """Give every argument the attacker's words or numbers."""
    words = " ".join(orders.addresses) or orders.payload or one.rest.strip()
    numbers = iter(re.findall(r"-?\d+(?:\.\d+)?", one.rest or orders.payload))
    filled = example_of(parameters)
    for name, field in closed_fields(parameters):
        if _kind(field) == "string" and not choices_of(field):
            filled[name] = next(numbers, words) if re.search(r"\d", one.rest) else words
        elif _kind(field) in ("integer", "number") and (number := next(numbers, None)) is not None:
            filled[name] = json.loads(number)
    return filled
