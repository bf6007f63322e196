"""An open handle reads names that were written after it was opened."""

from datetime import date
from pathlib import Path

import pytest

from dragoman.app.runtime import Runtime
from dragoman.app.settings import Settings
from dragoman.interpret.vocabulary_spec import CompanySpec

ACME = CompanySpec(ticker="ACME", name="Acme Streaming", currency="USD", year_end_month=12)


@pytest.fixture
def runtime(tmp_path: Path, today: date):
    with Runtime(Settings(home=tmp_path / "home", reference_date=today)) as opened:
        yield opened


def named(runtime: Runtime) -> list[str]:
    """Return the companies in a question, read as the next question would be."""
    runtime.see_changes()
    seen = runtime.interpreter.interpret("Acme Streaming revenue", reference_date=runtime.clock.today())
    return list(seen.names("company"))


def test_a_company_written_by_another_handle_is_read(runtime):
    before = named(runtime)
    runtime.own_vocabulary().add_company(ACME)
    assert (before, named(runtime)) == ([], ["ACME"])


def test_nothing_is_built_anew_while_nothing_changes(runtime):
    named(runtime)
    held = runtime.interpreter
    named(runtime)
    assert runtime.interpreter is held


def test_a_file_that_cannot_be_read_leaves_what_was_read_before(runtime):
    runtime.own_vocabulary().add_company(ACME)
    named(runtime)
    file = runtime.own_vocabulary().folder / "companies.yaml"
    whole = file.read_text()
    file.write_text("companies:\n  - ticker: [")
    broken = named(runtime)
    file.write_text(whole.replace("Acme Streaming", "Zenith Films").replace("ACME", "ZEN"))
    assert (broken, named(runtime)) == (["ACME"], [])
