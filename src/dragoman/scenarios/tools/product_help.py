"""product_help: answers about Dragoman itself, by rules over a file of topics; else what can be asked."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from dragoman.decide.language import english_only
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.utterance import Utterance
from dragoman.interpret.intent_spec import IntentRuleSpec, IntentSpec
from dragoman.interpret.intents import IntentRules
from dragoman.interpret.language import languages
from dragoman.interpret.normalize import normalize
from dragoman.scenarios.tools.tool import ToolWorld
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

Json = dict[str, Any]
EXAMPLE = "What can you do?"
TOPICS = Path(__file__).with_name("help_topics.yaml")


class HelpTopicSpec(Spec):
    """One thing that people ask about the product, and the answer."""

    topic: str
    examples: tuple[str, ...] = ()
    rules: tuple[IntentRuleSpec, ...]
    answer: str


class HelpFileSpec(Spec):
    """The file of topics."""

    topics: tuple[HelpTopicSpec, ...]


def product_help(arguments: Json, world: ToolWorld) -> Json:
    """Return the answer of the topic that fits best; without one, what can be asked, from the catalog."""
    text = str(arguments["text"])
    seen = Interpretation(utterance=Utterance(text, languages().of(text)))
    rules, answers = _topics()
    found = rules.match(normalize(text), ())
    if not found and (foreign := english_only(seen, example=EXAMPLE)):
        return {"answer": foreign.text, "topic": "language"}
    if found and answers[found[0].intent]:
        return {"answer": answers[found[0].intent], "topic": found[0].intent}
    offered = offer(world.catalog)
    if found:
        return {"answer": offered, "topic": found[0].intent}
    answer = f"I have no answer to that, and I do not make one up. {offered}"
    return {"answer": answer, "topic": "", "topics": _listed(answers)}


def help_topic(arguments: Json, world: ToolWorld) -> Json:
    """Return the answer of a topic by its name; nothing for a name that is none: what was said before counts then."""
    del world
    _, answers = _topics()
    name = str(arguments["topic"])
    return {"answer": answers.get(name, ""), "topic": name if answers.get(name) else ""}


def offer(catalog: Any) -> str:  # noqa: ANN401  a list of catalog entries, as JSON
    """Return what can be asked for, a line for each scenario of the catalog with one example."""
    if not catalog:
        return "Nothing is set up here yet that could be asked for."
    lines = [f'  {entry["display_name"]}: for example "{entry["examples"][0]}"' for entry in catalog]
    return "\n".join(["What I can do:", *lines])


def _listed(answers: Mapping[str, str]) -> str:
    """Return the topics with their texts, for whoever shall say which of them answers a question."""
    return "\n".join(f"- {name}: {answer}" for name, answer in answers.items() if answer)


@cache
def _topics() -> tuple[IntentRules, dict[str, str]]:
    topics = load(TOPICS, HelpFileSpec).topics
    intents = [
        IntentSpec(intent=one.topic, description=one.topic, examples=one.examples, rules=one.rules) for one in topics
    ]
    return IntentRules(intents), {one.topic: one.answer.strip() for one in topics}
