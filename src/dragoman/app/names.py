"""Names as people type them in options, turned into the canonical ones, or refused with those that exist."""

from dragoman.domain.utterance import readable
from dragoman.errors import TO_ADD_COMPANY, UnknownNameError, UsageError
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.stores.corpus import CorpusStore


class PeriodNameError(UsageError):
    """What should name a period does not."""

    code = "period-name"

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} names no period", remedy="Write it like FY2024, H1 FY2025 or Q3 FY2024.")


def company_of(text: str | None, vocabulary: Vocabulary) -> str | None:
    """Return the ticker for a ticker in any case, a name or an alias. Raises UnknownNameError."""
    if text is None:
        return None
    if text.upper() in vocabulary.companies:
        return text.upper()
    if ticker := vocabulary.company_of(readable(text)):
        return ticker
    raise UnknownNameError("company", readable(text), vocabulary.companies, to_add=TO_ADD_COMPANY)


def metric_of(text: str | None, vocabulary: Vocabulary) -> str | None:
    """Return the canonical name of a metric. Raises UnknownNameError."""
    if text is None:
        return None
    name = "_".join(readable(text).lower().split())
    if name in vocabulary.metrics:
        return name
    if reading := vocabulary.read_row_label(readable(text)):
        return reading.metric
    raise UnknownNameError("metric", readable(text), vocabulary.metrics)


def document_of(text: str | None, corpus: CorpusStore) -> str | None:
    """Return the id of a document in the corpus. Raises UnknownNameError."""
    if text is None or corpus.document(readable(text)) is not None:
        return text and readable(text)
    raise UnknownNameError("document", readable(text), (one.id for one in corpus.documents()))


def period_of(text: str | None, vocabulary: Vocabulary, company: str | None = None) -> str | None:
    """Return the canonical label of a period in any notation. Raises PeriodNameError."""
    if text is None:
        return None
    period = vocabulary.read_period_label(readable(text), company)
    if period is None:
        raise PeriodNameError(readable(text))
    return period.label
