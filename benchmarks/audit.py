"""What the audit proves in public reports, and how many planted errors it catches.

    DRAGOMAN_DATA=… PYTHONPATH=src python benchmarks/audit.py [--limit N] [--half tuned|held-out] [--broken]

Errors are planted into cells of tables, as read from the page, that take part in an identity: a sign, a scale of a
thousand, one digit,
a row shifted by a column, two years of a row swapped; and into a whole table: its scale, its years.
Caught means that an identity with the cell in it breaks that did not break before.
"""

import argparse
import hashlib
import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from dragoman.app.vocabularies import VOCABULARIES
from dragoman.documents.audit.audit import Audit, audit, audit_table
from dragoman.documents.audit.figures import read_number
from dragoman.documents.audit.others import compare
from dragoman.documents.facts import read_facts
from dragoman.documents.identity import IngestOptions, describe
from dragoman.documents.presentation import read_presentation
from dragoman.documents.readers.kinds import read, read_bytes
from dragoman.documents.sections import place
from dragoman.domain.document import Table
from dragoman.domain.fact import Fact
from dragoman.interpret.vocabulary import Vocabulary, load_vocabulary

SETS = ("report-pdfs", "mining-annual-reports", "financebench-pdfs")
CELLS_A_DOCUMENT = 12  # of each kind of error
TABLES_A_DOCUMENT = 8


@dataclass(frozen=True, slots=True)
class Report:
    """One document as it was read."""

    name: str
    tables: tuple[Table, ...]
    facts: tuple[Fact, ...]


def read_report(path: Path, vocabulary: Vocabulary) -> Report:
    """Read a file as `dragoman ingest` does."""
    data = read_bytes(path)
    reading = read(data, path)
    digest = hashlib.sha256(data).hexdigest()
    identity = describe(path, reading, digest=digest, options=IngestOptions(), vocabulary=vocabulary)
    tables = tuple(block for block in place(reading.blocks) if isinstance(block, Table))
    facts, _ = read_facts(tables, identity.document, vocabulary, read_presentation(reading.pages))
    return Report(path.stem, tables, facts)


def with_row(table: Table, row: int, cells: tuple[str, ...]) -> Table:
    """Return the table with other cells in a row."""
    return replace(table, rows=(*table.rows[:row], cells, *table.rows[row + 1 :]))


def sign(cells: list[str], column: int, _: random.Random) -> None:
    """Turn the sign of a cell."""
    text = cells[column]
    bare = re.sub(r"[()\-−–]", "", text)
    cells[column] = bare if bare != text else f"({text})"


def thousand(cells: list[str], column: int, _: random.Random) -> None:
    """Print a cell a thousand times too large, as one in thousands is in a table of millions."""
    cells[column] = re.sub(
        r"[0-9][0-9,]*(?:\.[0-9]+)?", lambda found: _times_thousand(found[0]), cells[column], count=1
    )


def _times_thousand(number: str) -> str:
    whole, _, rest = number.replace(",", "").partition(".")
    return f"{int(whole + rest.ljust(3, '0')[:3]):,}{'.' + rest[3:] if rest[3:] else ''}"


def digit(cells: list[str], column: int, chance: random.Random) -> None:
    """Change any digit but the last."""
    places = [n for n, char in enumerate(cells[column]) if char.isdigit()]
    one_wrong(cells, column, chance, chance.choice(places[:-1] or places))


def last_digit(cells: list[str], column: int, chance: random.Random) -> None:
    """Change the last digit, which rounding may hide."""
    one_wrong(cells, column, chance, max(n for n, char in enumerate(cells[column]) if char.isdigit()))


def one_wrong(cells: list[str], column: int, chance: random.Random, at: int) -> None:
    """Change one digit."""
    text = cells[column]
    other = chance.choice([char for char in "123456789" if char != text[at]])
    cells[column] = text[:at] + other + text[at + 1 :]


def shifted(cells: list[str], _: int, __: random.Random) -> None:
    """Move the row by a column."""
    cells[1:] = [*cells[-1:], *cells[1:-1]]


def swapped(cells: list[str], column: int, _: random.Random) -> None:
    """Swap the figure with the next of the row, percentages between them left alone."""
    others = [n for n, text in enumerate(cells) if n and n != column and figure(text)]
    if others:
        other = min(others, key=lambda n: (n < column, abs(n - column)))
        cells[column], cells[other] = cells[other], cells[column]


ERRORS: dict[str, Callable[[list[str], int, random.Random], None]] = {
    "sign": sign,
    "scale ×1000": thousand,
    "one digit": digit,
    "last digit": last_digit,
    "shifted column": shifted,
    "swapped years": swapped,
}


def plant(report: Report, chance: random.Random) -> Iterator[tuple[str, bool, bool]]:
    """Yield each planted error: its kind, whether it was caught, whether the cell still counts as proved."""
    places = []
    for table in report.tables:
        proved = {place for finding in audit_table(table, "") if finding.broken is None for place in finding.places}
        cells = [(table, row - 1, column - 1) for _, row, column in sorted(proved)]
        places += [(table, row, column) for table, row, column in cells if figure(table.rows[row][column])]
    for kind, spoil in ERRORS.items():
        for table, row, column in chance.sample(places, min(CELLS_A_DOCUMENT, len(places))):
            cells = list(table.rows[row])
            spoil(cells, column, chance)
            if read_number(cells[column]) == read_number(table.rows[row][column]):
                continue  # two years may be alike
            before = {finding.broken for finding in audit_table(table, "")}
            wrong = (table.number, row + 1, column + 1)
            after = list(audit_table(with_row(table, row, tuple(cells)), ""))
            new = [finding for finding in after if finding.broken and finding.broken not in before]
            caught = any(place[:2] == wrong[:2] for finding in new for place in finding.places)
            held = any(wrong in finding.places for finding in after if finding.broken is None)
            yield kind, caught, held


def made_up(table: Table, chance: random.Random) -> Table:
    """Return the table with other digits in every figure: as many of them, and the same signs and signs of money."""
    rows = tuple((row[0], *(_other_digits(cell, chance) for cell in row[1:])) for row in table.rows)
    return replace(table, rows=rows)


def _other_digits(text: str, chance: random.Random) -> str:
    if not figure(text):
        return text
    first = next(n for n, char in enumerate(text) if char.isdigit() and char != "0")
    digits = (str(chance.randint(n == first, 9)) if char.isdigit() else char for n, char in enumerate(text))
    return "".join(digits)


def coincidences(report: Report, chance: random.Random) -> tuple[int, int]:
    """Count the figures of tables whose digits were made up, and those of them that an identity then proves."""
    figures = proved = 0
    for table in (made_up(table, chance) for table in report.tables):
        held = (finding for finding in audit_table(table, "") if finding.broken is None)
        places = {place for finding in held for place in finding.places}
        cells = [
            (r, c) for r, row in enumerate(table.rows, 1) for c, text in enumerate(row, 1) if c > 1 and figure(text)
        ]
        figures += len(cells)
        proved += sum((table.number, row, column) in places for row, column in cells)
    return figures, proved


def figure(text: str) -> bool:
    """Say whether a cell is a figure other than zero."""
    number = read_number(text)
    return number is not None and number.digits != 0


def plant_tables(report: Report, chance: random.Random) -> Iterator[tuple[str, bool]]:
    """Yield errors of a whole table, where a figure of it is printed elsewhere or its cash is carried over."""
    before = list(compare(report.facts))
    tables = sorted({table for found in before if not found.broken for table, _, _ in found.places})
    for number in chance.sample(tables, min(TABLES_A_DOCUMENT, len(tables))):
        for kind, spoil in (("table: scale", scaled), ("table: years", years_swapped)):
            facts = [spoil(fact, report) if fact.cell.table == number else fact for fact in report.facts]
            if facts == list(report.facts):
                continue
            known = {found.broken for found in before}
            new = [found for found in compare(facts) if found.broken and found.broken not in known]
            yield kind, any(table == number for found in new for table, _, _ in found.places)


def scaled(fact: Fact, _: Report) -> Fact:
    """Return the fact a thousand times too large."""
    return replace(fact, scale=fact.scale * 1000)


def years_swapped(fact: Fact, report: Report) -> Fact:
    """Return the fact under the other of its table's two latest years."""
    years = {one.period for one in report.facts if one.cell.table == fact.cell.table and one.period}
    ordered = sorted(period for period in years if period.part == "year")[-2:]
    if len(ordered) < 2 or fact.period not in ordered:
        return fact
    return replace(fact, period=ordered[0] if fact.period == ordered[1] else ordered[1])


def shares(caught: Counter[str], all_: Counter[str]) -> Iterator[str]:
    """Yield a line for each kind of error."""
    for kind, count in all_.items():
        yield f"{kind:<16} {caught[kind]:>5} of {count:>5} caught  {caught[kind] / count:6.1%}"


def main() -> None:
    """Read the arguments and the reports, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, default=None, help="only so many documents")
    parser.add_argument(
        "--half", choices=("tuned", "held-out"), help="every other document: thresholds were chosen on one half"
    )
    parser.add_argument("--broken", action="store_true", help="print every broken identity")
    options = parser.parse_args()
    data = Path(os.environ["DRAGOMAN_DATA"])
    vocabulary = load_vocabulary(VOCABULARIES["mines"])
    paths = [path for name in SETS for path in sorted((data / name).glob("*.pdf"))][: options.limit]
    if options.half:
        paths = paths[options.half == "held-out" :: 2]
    measure((read_report(path, vocabulary) for path in paths), show_broken=options.broken)


def measure(reports: Iterator[Report], *, show_broken: bool) -> None:
    """Print what is proved, what is broken and what is caught."""
    chance = random.Random(7)  # noqa: S311  # not for secrets
    totals: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    planted: Counter[str] = Counter()
    seconds = 0.0
    for report in reports:
        start = time.process_time()
        found = audit(report.tables, report.facts, document=report.name)
        seconds += time.process_time() - start
        count(totals, report, found)
        for line in found.broken if show_broken else ():
            print(f"{report.name}: {line.sentence}")
        figures, by_chance = coincidences(report, chance)
        totals["figures with made-up digits"] += figures
        totals["of them proved by coincidence"] += by_chance
        for kind, is_caught, is_held in plant(report, chance):
            planted[kind] += 1
            caught[kind] += is_caught
            totals["planted cells that still count as proved"] += is_held
        for kind, is_caught in plant_tables(report, chance):
            planted[kind] += 1
            caught[kind] += is_caught
    for name, value in totals.items():
        print(f"{value:>7,} {name}")
    print(f"{1000 * seconds * 1000 / max(totals['facts'], 1):7.1f} ms for 1,000 facts")
    for line in shares(caught, planted):
        print(line)
    without = {kind: count for kind, count in planted.items() if kind != "last digit"}
    found = sum(caught[kind] for kind in without)
    print(
        f"{'but last digit':<16} {found:>5} of {sum(without.values()):>5} caught  {found / sum(without.values()):6.1%}"
    )
    print(
        f"{'together':<16} {caught.total():>5} of {planted.total():>5} caught  {caught.total() / planted.total():6.1%}"
    )


def count(totals: Counter[str], report: Report, found: Audit) -> None:
    """Add one report to the totals."""
    totals["documents"] += 1
    totals["tables"] += len(report.tables)
    totals["facts"] += len(found.facts)
    totals["facts proved"] += sum(bool(fact.proofs) for fact in found.facts)
    totals["facts proved twice or more"] += sum(len(fact.proofs) > 1 for fact in found.facts)
    held = [finding for table in report.tables for finding in audit_table(table, "")]
    totals["tables with an identity"] += len({finding.places[0][0] for finding in held if finding.places})
    totals["identities that hold in tables"] += sum(finding.broken is None for finding in held)
    totals["identities broken in untouched documents"] += len(found.broken)
    totals["tables with a broken identity"] += len({broken.table for broken in found.broken})


if __name__ == "__main__":
    main()
