"""compress_context: a long conversation becomes a summary and its last messages."""

from collections.abc import Sequence

from dragoman.assistants.mines.advice.summary import summary_by_model
from dragoman.assistants.mines.state import Json, MainState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.graphs.path import TurnContext, Update

COMPRESS_THRESHOLD = 10  # messages; exactly so many stay as they are
KEEP_RECENT = 4
MAX_CONCLUSIONS = 8
MARK = "Earlier in this conversation"  # opens every summary, so that nobody takes it for a person's words
_CONCLUSION = 200  # characters


async def compress_context(state: MainState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Put one summary in place of all but the last messages; without one everything stays."""
    messages = state["messages"]
    if len(messages) <= COMPRESS_THRESHOLD:
        return Update({"compressed": False}, f"{len(messages)} messages, kept")
    older, recent = messages[:-KEEP_RECENT], messages[-KEEP_RECENT:]
    by_model = await summary_by_model(older, tools=tools, turn=turn)
    summary = f"{MARK} (summary) · {by_model}" if by_model else summarise(older, turn, tools)
    if not summary:
        return Update({"compressed": False}, "nothing to summarise, all messages kept")
    kept = [{"role": "system", "content": summary}, *recent]
    whose = " by a model" if by_model else ""
    return Update({"messages": kept, "compressed": True}, f"{len(older)} messages summed up{whose}, {len(recent)} kept")


def summarise(messages: Sequence[Json], turn: TurnContext, tools: MinesTools) -> str:
    """Return companies, metrics, fiscal years and conclusions of the messages, word for word."""
    read = [
        tools.interpreter.interpret(str(m["content"]), reference_date=turn.reference_date)
        for m in messages
        if m["role"] != "system"
    ]
    slots = {
        "companies": [name for seen in read for name in seen.names("company")],
        "metrics": [tools.vocabulary.metric_name(name) for seen in read for name in seen.names("metric")],
        "fiscal years": [label for seen in read for label in seen.period_labels()],
    }
    parts = [f"{name}: {', '.join(dict.fromkeys(values))}" for name, values in slots.items() if values]
    before = [str(m["content"]) for m in messages if m["role"] == "system"]
    conclusions = [_conclusion(str(m["content"])) for m in messages if m["role"] == "assistant"]
    said = [text for text in conclusions if text][-MAX_CONCLUSIONS:]
    parts += [f"conclusions: {' '.join(said)}"] if said else []
    return "\n".join([*before, f"{MARK} (extracts) · {' · '.join(parts)}"]) if parts else ""


def _conclusion(text: str) -> str:
    line = text.strip().splitlines()[0] if text.strip() else ""
    return line if len(line) <= _CONCLUSION else f"{line[:_CONCLUSION].rsplit(' ', 1)[0]} …"
