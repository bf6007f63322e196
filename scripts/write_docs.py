"""Write the pages of the reference that are generated: the commands and the metrics.

python scripts/write_docs.py            writes into docs/reference
python scripts/write_docs.py --check    writes nothing; exit status 1 when a page is not what the code says
"""

import sys
from calendar import month_name
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import typer

from dragoman.app.vocabularies import VOCABULARIES
from dragoman.cli.main import app
from dragoman.interpret.vocabulary import Vocabulary, load_vocabulary
from dragoman.interpret.vocabulary_spec import VariantSpec

Row = Sequence[str | None]  # the cells of a row of a table
FOLDER = Path(__file__).parents[1] / "docs" / "reference"
GENERATED = "This page is written by `make docs`; change the code instead."
EXITS = (
    (0, "answered, or done"),
    (1, "failed: an error, a line of a batch, a file that could not be read, a suite that missed its bar"),
    (2, "the command itself is wrong; the message says what to type"),
    (3, "a question back waits for its reply"),
    (4, "not covered, out of scope, or nothing was found"),
    (130, "stopped with Ctrl-C; what was finished is kept"),
)
ENVIRONMENT = (
    ("DRAGOMAN_HOME", "where the index and the threads live; default `$XDG_DATA_HOME/dragoman`, else `~/.local/share`"),
    ("DRAGOMAN_DATA", "the folder of public data sets that some suites read"),
    ("DRAGOMAN_REFERENCE_DATE", 'what "today" is, as 2026-11-30; `--reference-date` goes before it'),
    ("DRAGOMAN_DEFAULT_SCENARIO", "where a task goes that names nothing; default `intent_classifier`"),
    (
        "DRAGOMAN_CACHE",
        "what can be fetched again, the embedding model; default `$XDG_CACHE_HOME/dragoman`, `~/.cache/dragoman`",
    ),
    (
        "DRAGOMAN_EMBEDDER",
        "`off`, a folder like that of a fetched model, the URL of an OpenAI-like server; default what was fetched",
    ),
    ("DRAGOMAN_EMBEDDER_NAME", "the model to ask that server for"),
    ("DRAGOMAN_EMBEDDER_KEY", "the key of that server"),
    ("DRAGOMAN_FOLDERS", "what task scenarios may read, folders as in `PATH`; default the working folder"),
    ("DRAGOMAN_PRIVATE_HOSTS", "hosts of your own network that feeds of news may be on, with commas between"),
    ("DEEPSEEK_API_KEY", "the key of DeepSeek; setting it is all that is needed to use it"),
    ("OPENAI_API_KEY", "the key of OpenAI, likewise"),
    ("DRAGOMAN_MODEL_URL", "a server that speaks the OpenAI protocol, as http://127.0.0.1:11434/v1"),
    ("DRAGOMAN_MODEL_NAME", "the model to ask that server for; default `default`"),
    ("DRAGOMAN_MODEL_KEY", "the key of that server, where it wants one"),
    ("DRAGOMAN_MODELS", "the `models.yaml` to use; default that of the project, else of the home"),
    ("DRAGOMAN_POLICY", "who decides: `cascade` (default), `model`, or `embedded`, which calls no model"),
    ("TAVILY_API_KEY", "the key of the Tavily search service, for news"),
    ("DRAGOMAN_TOKEN", "who has it may use the server; without it the server is for this machine only"),
    ("DRAGOMAN_DEBUG", "set to 1 to see the traceback of a fault of ours"),
)
KINDS = {
    "money": "money",
    "per_share": "money per share",
    "quantity": "quantity",
    "unit_cost": "money per unit",
    "percent": "percent",
    "count": "count",
}


def cli_page() -> str:
    """Return the page of the commands."""
    commands = dict(_commands(typer.main.get_command(app), "dragoman"))
    lines = [
        "# Commands",
        "",
        "After this page you can use every command, option and exit status.",
        GENERATED,
        "",
        *_table(("command", "does"), [(f"[`{name}`](#{_anchor(name)})", one.help) for name, one in commands.items()]),
        "",
        "`dragoman --version` prints the version; `-h` or `--help` after any command prints its help.",
        "With `--json` a command prints one JSON value, described in [JSON](json.md); so is an error.",
        "Progress goes to standard error, and only where somebody watches.",
        "",
        "## Exit status",
        "",
        *_table(("status", "means"), [(str(status), text) for status, text in EXITS]),
        "",
        "## Environment",
        "",
        *_table(("name", "means"), [(f"`{name}`", text) for name, text in ENVIRONMENT]),
        "",
        "Any other name that begins with `DRAGOMAN_` is an error, so that a misspelt setting is noticed.",
    ]
    for name, command in commands.items():
        lines += ["", *_command(name, command)]
    return "\n".join(lines) + "\n"


def _commands(command: typer.core.TyperGroup, path: str) -> Iterator[tuple[str, typer.core.TyperCommand]]:
    for name, one in command.commands.items():
        if isinstance(one, typer.core.TyperGroup):
            yield from _commands(one, f"{path} {name}")
        else:
            yield f"{path} {name}", one


def _command(name: str, command: typer.core.TyperCommand) -> list[str]:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option"]
    shape = " ".join([name, *(_shape(one) for one in arguments), "[OPTIONS]" if options else ""]).rstrip()
    lines = [f"## {name}", "", *_sentences(command.help), "", "```", shape, "```"]
    rows = [(f"`{one.metavar or one.name.upper()}`", one.help) for one in arguments]
    rows += [(f"`{_option(one)}`", f"{one.help}{_default(one)}") for one in options]
    if rows:
        lines += ["", *_table(("", ""), rows)]
    if command.epilog:
        lines += ["", *_sentences(command.epilog)]
    return lines


def _shape(argument: typer.core.TyperArgument) -> str:
    name = str(argument.metavar or argument.name.upper())
    return name if argument.required else f"[{name}]"


def _option(option: typer.core.TyperOption) -> str:
    value = "" if option.is_flag else f" {option.metavar or option.opts[-1].strip('-').upper()}"
    return f"{', '.join(option.opts)}{value}".replace("|", "\\|")


def _default(option: typer.core.TyperOption) -> str:
    shown = option.default not in (None, "", False) and not option.multiple
    repeated = " May be repeated." if option.multiple and "repeated" not in (option.help or "") else ""
    return f" Default: {option.default}." if shown else repeated


def _sentences(text: str | None) -> list[str]:
    """Return one sentence a source line; examples become lines of code."""
    words = (text or "").strip()
    if words.startswith(("Example: ", "Examples: ")):
        return ["```", *words.split(": ", 1)[1].split(" · "), "```"]
    return words.replace(". ", ".\n").splitlines()


def _anchor(heading: str) -> str:
    return heading.lower().replace(" ", "-")


def metrics_page(names: Vocabulary) -> str:
    """Return the page of the canonical names."""
    lines = [
        "# Metrics",
        "",
        "After this page you know the name of everything that can be asked for, as JSON, YAML and `--metric` write it.",
        GENERATED,
        "",
        "A name here says that the metric is understood, not that a document holds it.",
        "`dragoman facts --metric NAME` lists what the index has.",
        'Synonyms such as "turnover" are in the vocabulary files; `dragoman interpret "…"` shows what a text names.',
        "",
        "## Companies",
        "",
        *_table(("ticker", "name", "reports in", "dividends in", "year ends"), _companies(names)),
        "",
        "## Names",
        "",
        "*Default* is the basis and share that are meant when the question names none; the answer says so.",
        "*Nearest* is what is offered, under its own name, where a company does not report the metric.",
        "",
        *_table(("metric", "spoken", "kind", "default", "nearest"), _metrics(names)),
        "",
        "## Ratios",
        "",
        *_table(("ratio", "spoken", "numerator", "denominator", "shown as"), _ratios(names)),
        "",
        "## Bases",
        "",
        "How a figure was measured.",
        "",
        *_table(("basis", "spoken"), _variants(names.bases)),
        "",
        "## Shares",
        "",
        "Whose part of it is meant.",
        "",
        *_table(("share", "spoken"), _variants(names.shares)),
    ]
    return "\n".join(lines) + "\n"


def _companies(names: Vocabulary) -> Iterator[Row]:
    for ticker, one in names.companies.items():
        month = month_name[one.year_end_month]
        yield f"`{ticker}`", one.name, one.currency, one.dividend_currency or one.currency, month


def _metrics(names: Vocabulary) -> Iterator[Row]:
    for name, one in names.metrics.items():
        reading = ", ".join(part for part in (one.default_basis, one.default_share) if part)
        yield f"`{name}`", one.name, KINDS[one.kind], reading, ", ".join(f"`{near}`" for near in one.nearest)


def _ratios(names: Vocabulary) -> Iterator[Row]:
    for name, one in names.ratios.items():
        shown = "percent" if one.as_percent else "number"
        yield f"`{name}`", one.name, f"`{one.numerator}`", f"`{one.denominator}`", shown


def _variants(variants: Mapping[str, VariantSpec]) -> Iterator[Row]:
    for name, one in variants.items():
        yield f"`{name}`", one.spoken.format(metric="…")


def _table(head: Row, rows: Iterable[Row]) -> list[str]:
    return [_row(head), _row(["---"] * len(head)), *(_row(row) for row in rows)]


def _row(cells: Row) -> str:
    return f"| {' | '.join(' '.join((cell or '').split()) for cell in cells)} |"


def main() -> int:
    """Write or check both pages."""
    check = "--check" in sys.argv[1:]
    pages = {"cli.md": cli_page(), "metrics.md": metrics_page(load_vocabulary(VOCABULARIES["mines"]))}
    stale = 0
    for name, text in pages.items():
        path = FOLDER / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if check:
            print(f"{path} is not what the code says; run: make docs")
            stale = 1
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path)
    return stale


if __name__ == "__main__":
    sys.exit(main())
