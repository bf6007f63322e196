import io

from rich.console import Console

from dragoman.cli.progress import TerminalProgress
from dragoman.domain.event import Event


def shown(*paths, is_terminal):
    console = Console(file=io.StringIO(), force_terminal=is_terminal, width=100)
    with TerminalProgress(console) as progress:
        progress.emit(Event(name="ingest.started", values={"files": len(paths)}))
        for path in paths:
            progress.emit(Event(name="document.started", values={"path": path}))
            progress.emit(Event(name="document.done", values={"path": path}))
        progress.emit(Event(name="something.else"))
    return console.file.getvalue()


def test_the_bar_counts_documents_and_names_them():
    assert "b.md" in (text := shown("a.md", "folder/b.md", is_terminal=True))
    assert "2/2" in text


def test_a_name_is_neither_markup_nor_an_escape():
    text = shown("reports/[bold]\x1b]0;x\x07[red\n.md", is_terminal=True)

    assert "[bold]]0;x[red .md" in text


def test_nothing_is_shown_where_nobody_watches():
    assert shown("a.md", is_terminal=False) == ""
