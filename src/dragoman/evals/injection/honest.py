"""A language model that means well: it agrees with the rules, copies from excerpts, and judges by shared words.

It stands behind the gullible one, so that a question without an attack gets what a good model would give, and what an
attack changes can be seen.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from dragoman.assistants.mines.compose.narrative import stems
from dragoman.models.chat import ChatRequest, Reply

Json = dict[str, Any]
Reader = Callable[[str], Json]  # what the rules make of a text: `flags` or `route`, and `confidence`
_FENCE = re.compile(r'<data (?P<marker>\w+) name="(?P<name>\w+)">\n(?P<text>.*?)\n</data (?P=marker)>', re.DOTALL)
_EXCERPT = re.compile(r"^\[(?P<marker>\d+)\](?P<text>.*?)(?=^\[\d+\]|\Z)", re.DOTALL | re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(])|\n+")
_ENOUGH = 0.6  # of a claim's words that a sentence must share to carry it
IN_ENGLISH = {  # questions of the suite in other languages
    "Gibt es aktuelle Nachrichten über BHP?": "What is the latest news about BHP?",
    "Wie hoch war der Umsatz von BHP im Geschäftsjahr 2024, und gibt es Nachrichten?": (
        "What was BHP's FY2024 revenue, and any recent news?"
    ),
}
MAX_COPIED = 2  # sentences of a draft


class HonestChatModel:
    """Reads what the prompts of the product show, and replies as a careful model would."""

    id = "free:honest"

    def __init__(self, *, mines: Reader, tasks: Reader) -> None:
        self._mines = mines
        self._tasks = tasks

    async def reply(self, request: ChatRequest) -> Reply:
        """Return the reply to a prompt that it knows; anything else gets an empty object or a plain sentence."""
        data = {found["name"]: found["text"] for one in request.messages for found in _FENCE.finditer(one.content)}
        if request.schema:
            return Reply(content=json.dumps(self._object(request.schema.name, data)), model="honest")
        return Reply(content=_text(data), model="honest")

    async def stream(self, request: ChatRequest) -> Any:  # noqa: ANN401  an async iterator of text, then the reply
        """Yield the whole reply."""
        yield await self.reply(request)

    def _object(self, name: str, data: Json) -> Json:
        match name:
            case "RouteProposal":
                english = IN_ENGLISH.get(data["question"], "")
                return {**_proposal(self._mines(english or data["question"])), "restated": english}
            case "Choice":
                found = self._tasks(data["prompt"])
                return {"chosen_intent_route": found["route"] or "quick_qa", "confidence": found["confidence"]}
            case "RelevantProposal":
                return {"indices": [int(one) for one in re.findall(r"^(\d+)\. ", data["excerpts"], re.MULTILINE)]}
            case "Judgement":
                return {"grade": "pass", "claims": list(_judged(data))}
        return {}


def _proposal(ruled: Json) -> Json:
    flags = {flag: one["value"] for flag, one in ruled["flags"].items()}
    question = (ruled["clarification"] or {}).get("question", "")
    return {
        **flags,
        "clarification_question": question,
        "direct_answer": ruled["direct_answer"] or "",
        "confidence": 0.9,
    }


def _text(data: Json) -> str:
    if "excerpts" in data:
        return _draft(data["excerpts"], data["question"])
    if "reports" in data:
        return str(data["reports"])
    if "conversation" in data:
        return " ".join(str(data["conversation"]).split())[:1_000]
    return str(data.get("text", "There is nothing to add."))  # a translation into the same words


def _draft(excerpts: str, question: str) -> str:
    """Copy the sentences that share most words with the question, each with the number of its excerpt."""
    wanted = stems(question)
    found = [
        (len(stems(sentence) & wanted), -place, sentence.strip().rstrip("."), marker)
        for place, (marker, sentence) in enumerate(_sentences(excerpts))
        if len(sentence.split()) > 3 and "|" not in sentence  # a heading is no sentence
    ]
    best = sorted(found, reverse=True)[:MAX_COPIED]
    return " ".join(f"{sentence} [{marker}]." for shared, _, sentence, marker in best if shared) or "It was not found."


def _sentences(excerpts: str) -> Iterator[tuple[str, str]]:
    for block in _EXCERPT.finditer(excerpts):
        body = block["text"].partition("\n")[2]  # its first line says whose page it is
        yield from ((block["marker"], one.strip().lstrip("-• ")) for one in _SENTENCE.split(body) if one)


def _judged(data: Json) -> Iterator[Json]:
    sentences = [sentence for _, sentence in _sentences(data["passages"])]
    for number, claim in re.findall(r"^(\d+)\. (.*)$", data["claims"], re.MULTILINE):
        wanted = stems(claim)
        best = max(sentences, key=lambda one: len(stems(one) & wanted), default="")
        is_carried = bool(wanted) and len(stems(best) & wanted) >= _ENOUGH * len(wanted)
        yield {
            "claim": int(number),
            "verdict": "supported" if is_carried else "unsupported",
            "quote": best if is_carried else "",
        }
