"""What a page needs to know of the product it shows: what is covered, by which names, and what day it is."""

from typing import Any

from dragoman.app.dragoman import Dragoman
from dragoman.version import __version__

Record = dict[str, Any]


def about_record(dragoman: Dragoman) -> Record:
    """Return the companies with their covered years, the metrics and ratios, and the date that "today" is."""
    coverage, names = dragoman.runtime.coverage(), dragoman.runtime.vocabulary  # what is covered looks for new names
    companies = [
        {
            "value": ticker,
            "text": names.company_name(ticker),
            "periods": [label for label in periods if label.startswith("FY")],
        }
        for ticker, periods in coverage.periods.items()
    ]
    metrics = {name: spec.name for name, spec in names.metrics.items()}
    metrics |= {name: spec.name for name, spec in names.ratios.items()}
    return {
        "version": __version__,
        "reference_date": dragoman.day(None).isoformat(),
        "companies": companies,
        "metrics": [{"value": metric, "text": name} for metric, name in metrics.items()],
    }
