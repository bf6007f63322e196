"""Starting, pausing and going on by id."""

from datetime import date
from typing import TypedDict

import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt

from dragoman.domain.event import Event
from dragoman.graphs.path import TurnContext, Update, recorded
from dragoman.graphs.run import resume, start, waiting
from dragoman.graphs.saver import open_saver


class State(TypedDict, total=False):
    text: str
    reply: str


def greet(state, turn):
    return Update({"text": f"{state['text']}!"}, "greeted")


def ask(state, turn):
    return Update({"reply": interrupt({"question": state["text"]})}, "answered")


def graph_of(saver, *nodes):
    graph = StateGraph(State, context_schema=TurnContext)
    names = [node.__name__ for node in nodes]
    for name, node in zip(names, nodes, strict=True):
        graph.add_node(name, recorded(name, node))
    for one, two in zip([START, *names], [*names, END], strict=True):
        graph.add_edge(one, two)
    return graph.compile(checkpointer=saver)


@pytest.fixture
def turn(today):
    return TurnContext(today)


@pytest.fixture
async def saver():
    async with open_saver(None) as opened:
        yield opened


async def test_a_run_without_a_question_has_no_pause(saver, turn):
    run = await start(graph_of(saver, greet), {"text": "hi"}, thread="t", turn=turn)
    assert (run.values, run.pause) == ({"text": "hi!"}, None)


async def test_a_question_pauses_the_run_until_its_id_is_answered(saver, turn):
    graph = graph_of(saver, greet, ask)
    run = await start(graph, {"text": "hi"}, thread="t", turn=turn)
    assert run.pause.payload == {"question": "hi!"}
    assert await waiting(graph, "t") == (run.pause,)
    done = await resume(graph, run.pause.interrupt, "yes", thread="t", turn=turn)
    assert (done.values["reply"], done.pause) == ("yes", None)


async def test_nothing_waits_in_an_unknown_thread(saver):
    assert await waiting(graph_of(saver, greet), "never") == ()


async def test_threads_wait_apart(saver, turn):
    graph = graph_of(saver, ask)
    await start(graph, {"text": "one"}, thread="1", turn=turn)
    await start(graph, {"text": "two"}, thread="2", turn=turn)
    assert [pause.payload["question"] for pause in await waiting(graph, "2")] == ["two"]


async def test_a_new_start_drops_the_question_that_waited(saver, turn):
    graph = graph_of(saver, ask)
    old = (await start(graph, {"text": "one"}, thread="t", turn=turn)).pause
    new = (await start(graph, {"text": "two"}, thread="t", turn=turn)).pause
    assert [pause.interrupt for pause in await waiting(graph, "t")] == [new.interrupt]
    assert old.interrupt != new.interrupt


async def test_a_question_survives_another_connection(tmp_path, turn):
    async with open_saver(tmp_path / "c.db") as saver:
        pause = (await start(graph_of(saver, ask), {"text": "q"}, thread="t", turn=turn)).pause
    async with open_saver(tmp_path / "c.db") as saver:
        run = await resume(graph_of(saver, ask), pause.interrupt, "r", thread="t", turn=turn)
    assert run.values == {"text": "q", "reply": "r"}


async def test_the_path_names_each_node_with_its_time(saver, turn):
    await start(graph_of(saver, greet), {"text": "hi"}, thread="t", turn=turn)
    (visit,) = turn.path
    assert (visit.node, visit.summary) == ("greet", "greeted")
    assert visit.milliseconds > 0


async def test_a_node_that_pauses_is_on_the_path_once(saver, turn):
    graph = graph_of(saver, greet, ask)
    pause = (await start(graph, {"text": "hi"}, thread="t", turn=turn)).pause
    assert [visit.node for visit in turn.path] == ["greet"]
    await resume(graph, pause.interrupt, "yes", thread="t", turn=turn)
    assert [visit.node for visit in turn.path] == ["greet", "ask"]


def fail(state, turn):
    raise LookupError("nothing there")


async def test_a_node_that_fails_is_on_the_path_and_the_fault_is_not_hidden(saver, turn):
    with pytest.raises(LookupError):
        await start(graph_of(saver, fail), {"text": "hi"}, thread="t", turn=turn)
    assert [visit.summary for visit in turn.path] == ["failed"]


class Heard:
    """A sink that keeps every event."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)


async def test_whoever_listens_hears_each_node_begin_and_end(saver, today):
    heard = Heard()
    await start(graph_of(saver, greet), {"text": "hi"}, thread="t", turn=TurnContext(today, heard))
    assert [(event.name, event.values["node"]) for event in heard.events] == [
        ("node.started", "greet"),
        ("node.done", "greet"),
    ]


async def test_the_day_is_handed_in(saver):
    def tell(state, turn):
        return Update({"text": turn.reference_date.isoformat()})

    run = await start(graph_of(saver, tell), {"text": ""}, thread="t", turn=TurnContext(date(2020, 2, 2)))
    assert run.values["text"] == "2020-02-02"
