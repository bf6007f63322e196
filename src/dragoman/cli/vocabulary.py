"""`dragoman vocabulary`: the names that are understood, and adding to them."""

import shlex
from calendar import month_name
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dragoman.cli import options
from dragoman.cli.output import one_line, say, say_json
from dragoman.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    from dragoman.app.own_vocabulary import Written
    from dragoman.interpret.vocabulary import Vocabulary

Aliases = Annotated[
    list[str] | None, typer.Option("--alias", metavar="NAME", help="Another name of it; may be given more than once.")
]


class EntryOptionError(UsageError):
    """What should go into a vocabulary is not said in full, or in a way that nobody can read."""

    code = "entry-option"


def register(app: typer.Typer) -> None:
    """Add the command group."""
    group = typer.Typer(help="Show and add the names that are understood.", no_args_is_help=True, rich_markup_mode=None)
    group.command(
        "show",
        help="Show companies, metrics and ratios, or all there is to one of them.",
        epilog="Example: dragoman vocabulary show revenue",
    )(show)
    group.command("list", help="List the companies, a line each.", epilog="Example: dragoman vocabulary list")(listed)
    group.command(
        "check", help="Read the vocabulary and say what is wrong with it.", epilog="Example: dragoman vocabulary check"
    )(check)
    adding = typer.Typer(help="Add to your own vocabulary.", no_args_is_help=True, rich_markup_mode=None)
    adding.command(
        "company",
        help="Add a company.",
        epilog='Example: dragoman vocabulary add company "Acme Mining" --ticker ACM --year-end june --currency AUD',
    )(add_company)
    adding.command(
        "alias",
        help="Add another name of a company, metric or ratio.",
        epilog='Example: dragoman vocabulary add alias revenue "top line"',
    )(add_alias)
    adding.command(
        "row",
        help="Say that rows of statements with this label mean a metric.",
        epilog='Example: dragoman vocabulary add row revenue "Turnover from operations"',
    )(add_row)
    group.add_typer(adding, name="add")
    app.add_typer(group, name="vocabulary")


def show(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A ticker, metric or ratio, or a name of one; else all.")
    ] = None,
    *,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Print companies and metrics with their canonical names, or one entry."""
    names = _vocabulary(project)
    if name is not None:
        _show_entry(name, names, as_json=as_json)
        return
    if as_json:
        record = {
            "companies": {ticker: company.name for ticker, company in names.companies.items()},
            "metrics": {metric: spec.name for metric, spec in names.metrics.items()},
            "ratios": {ratio: spec.name for ratio, spec in names.ratios.items()},
        }
        say_json(record)
        return
    _say_companies(names)
    for metric, spec in names.metrics.items():
        say(f"{metric:<42} {spec.name}")
    for ratio, quotient in names.ratios.items():
        say(f"{ratio:<42} {quotient.name} = {quotient.numerator} ÷ {quotient.denominator}")


def listed(*, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Print the companies with where each stands."""
    names = _vocabulary(project)
    if not as_json:
        _say_companies(names)
        return
    say_json({"companies": [_company_record(ticker, names) for ticker in names.companies]})


def check(*, project: options.ProjectFolder = None, as_json: options.AsJson = False) -> None:
    """Load it; what is wrong comes as an error with its place."""
    names = _vocabulary(project)
    counts = {"companies": len(names.companies), "metrics": len(names.metrics), "ratios": len(names.ratios)}
    if as_json:
        say_json({"version": names.version, **counts})
        return
    say(f"Nothing is wrong: {', '.join(f'{count:,} {word}' for word, count in counts.items())}.")


def add_company(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The company, as answers should call it.")],
    *,
    ticker: Annotated[str, typer.Option(metavar="TICKER", help="Its short name, unique.")],
    year_end: Annotated[str, typer.Option(metavar="MONTH", help="The month its fiscal year ends in.")],
    currency: Annotated[str, typer.Option(metavar="CODE", help="What it reports in, as USD.")],
    alias: Aliases = None,
    named_by_start: Annotated[
        bool, typer.Option("--named-by-start", help="Its fiscal 2023 ends in early 2024.")
    ] = False,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Write an entry for a company."""
    from dragoman.interpret.vocabulary_spec import CompanySpec

    company = CompanySpec(
        ticker=ticker.upper(),
        name=_words(name),
        aliases=tuple(_words(one) for one in alias or ()),
        year_end_month=_month(year_end),
        years_named_by="start" if named_by_start else "end",
        currency=_currency(currency),
    )
    with _runtime(project) as runtime:
        written = runtime.own_vocabulary().add_company(company)
    _tell(written, f"{company.name} ({company.ticker}) is known now", as_json=as_json)
    if not as_json:
        say(f"Read its reports with: dragoman ingest{options.project_option(project)} REPORT")


def add_alias(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A ticker, metric or ratio.")],
    alias: Annotated[list[str], typer.Argument(metavar="ALIAS...", help="What people also call it.")],
    *,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Write more names of something that is known."""
    words = tuple(_words(one) for one in alias)
    with _runtime(project) as runtime:
        written = runtime.own_vocabulary().add_aliases(_canonical(name, runtime.vocabulary), words)
    _tell(written, f"{', '.join(words)} {'means' if len(words) == 1 else 'mean'} {name} now", as_json=as_json)


def add_row(
    metric: Annotated[str, typer.Argument(metavar="METRIC", help="The metric that the rows state.")],
    label: Annotated[list[str], typer.Argument(metavar="LABEL...", help="Labels as statements print them.")],
    *,
    project: options.ProjectFolder = None,
    as_json: options.AsJson = False,
) -> None:
    """Write labels of rows; documents are read again with them at the next ingest."""
    labels = tuple(_words(one) for one in label)
    with _runtime(project) as runtime:
        written = runtime.own_vocabulary().add_rows(_canonical(metric, runtime.vocabulary), labels)
    _tell(written, f"rows called {', '.join(labels)} mean {metric} now; ingest again to use it", as_json=as_json)


def _runtime(project: Path | None) -> Any:  # noqa: ANN401  the runtime is imported when a command runs
    from dragoman.app.runtime import Runtime
    from dragoman.app.settings import load_settings

    return Runtime(load_settings(), project=project)


def _vocabulary(project: Path | None) -> "Vocabulary":
    with _runtime(project) as runtime:
        names: Vocabulary = runtime.vocabulary
        return names


def _tell(written: "Written", what: str, *, as_json: bool) -> None:
    if as_json:
        backup = str(written.backup) if written.backup else None
        say_json({"file": str(written.file), "backup": backup, "version": written.vocabulary.version})
        return
    say(f"{one_line(what)} · {one_line(str(written.file))}")
    if written.backup:
        back = f"mv {shlex.quote(str(written.backup))} {shlex.quote(str(written.file))}"
        say(f"To undo it: {one_line(back)}")


def _show_entry(name: str, names: "Vocabulary", *, as_json: bool) -> None:
    canonical = _canonical(name, names)
    spec = names.companies.get(canonical) or names.metrics.get(canonical) or names.ratios[canonical]
    record = spec.model_dump(mode="json", exclude_defaults=True)
    more = list(names.entries.more_synonyms.get(canonical, ()))
    record |= {"more_synonyms": more} if more else {}
    if as_json:
        say_json(record)
        return
    for key, value in record.items():
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        say(f"{key:<18} {one_line(shown)}")
    say(f"{'stands at':<18} {one_line(str(spec.where()))}")


def _canonical(name: str, names: "Vocabulary") -> str:
    """Return the ticker, metric or ratio that is meant. Raises UnknownNameError."""
    known = {*names.companies, *names.metrics, *names.ratios}
    spoken = "_".join(name.lower().split())
    for candidate in (name, name.upper(), spoken, names.company_of(name)):
        if candidate and candidate in known:
            return candidate
    if reading := names.read_row_label(name):
        return reading.metric
    raise UnknownNameError("company, metric or ratio", name, known)


def _say_companies(names: "Vocabulary") -> None:
    for ticker, company in names.companies.items():
        calendar = names.calendar(ticker)
        year = f", year ends {calendar.year_end}" if calendar else ""
        by = " and is named by the year before" if company.years_named_by == "start" else ""
        say(f"{ticker:<42} {company.name}, reports in {company.currency}{year}{by}")
    if not names.companies:
        say("No company is known yet: dragoman ingest reads them from reports.")


def _company_record(ticker: str, names: "Vocabulary") -> dict[str, Any]:
    company = names.companies[ticker]
    return {
        "ticker": ticker,
        "name": company.name,
        "aliases": [*company.aliases, *names.entries.more_synonyms.get(ticker, ())],
        "year_end_month": company.year_end_month,
        "years_named_by": company.years_named_by,
        "currency": company.currency,
        "file": str(company.where()),
    }


def _words(text: str) -> str:
    """Return a name in one line. Raises EntryOptionError for one without letters or digits."""
    words = " ".join(text.split())
    if not any(map(str.isalnum, words)) or len(words) > 120:
        raise EntryOptionError(f"{text[:60]!r} is no name", remedy="Write it in letters, up to 120 of them.")
    return words


def _month(text: str) -> int:
    """Return the month of a name or number. Raises EntryOptionError."""
    plain = text.strip().lower()
    if plain.isdecimal() and 1 <= int(plain) <= 12:
        return int(plain)
    found = [number for number in range(1, 13) if len(plain) > 2 and month_name[number].lower().startswith(plain)]
    if len(found) != 1:
        raise EntryOptionError(f"{text!r} is no month", remedy="Write it like june or 6.")
    return found[0]


def _currency(text: str) -> str:
    code = text.strip().upper()
    if len(code) != 3 or not code.isascii() or not code.isalpha():
        raise EntryOptionError(f"{text!r} is no currency", remedy="Write its three letters, as USD.")
    return code
