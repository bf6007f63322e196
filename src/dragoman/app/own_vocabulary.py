"""The vocabulary of a person's own: added to entry by entry, checked as a whole before anything is written."""

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dragoman.documents.reading import shown
from dragoman.errors import Source, SpecError, StoreError, UnknownNameError
from dragoman.interpret.vocabulary import Vocabulary, load_vocabulary
from dragoman.interpret.vocabulary_spec import CompanySpec
from dragoman.specs.edit import with_item, with_words

COMPANIES, WORDS = "companies.yaml", "words.yaml"
_HEAD = "# Names of your own; `dragoman vocabulary add` writes here and leaves what you write alone.\n"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9.&-]{0,19}")


class VocabularyEntryError(SpecError):
    """An entry cannot go into the vocabulary: its names clash with others, or something about it is wrong."""

    code = "vocabulary-entry"

    def __init__(self, problem: str, *, where: Source) -> None:
        super().__init__(problem, where=where, remedy="Nothing was written. Choose another name or ticker.")


@dataclass(frozen=True, slots=True)
class Written:
    """What was written, and where the text before it is kept."""

    file: Path
    backup: Path | None
    vocabulary: Vocabulary


@dataclass(slots=True)
class OwnVocabulary:
    """The files of a project, or of the home where no project is named. It writes what reports introduce."""

    folder: Path
    base: Vocabulary
    replaces: bool = False
    has_grown: bool = False

    def introduce(self, company: CompanySpec) -> Vocabulary:
        """Write a company that a report names. Raises VocabularyEntryError, StoreError."""
        return self.add_company(company).vocabulary

    def load(self) -> Vocabulary:
        """Return the vocabulary with the own entries. Raises SpecError."""
        if not self.folder.is_dir() or not (self.replaces or any(self.folder.glob("*.yaml"))):
            return self.base
        return load_vocabulary(self.folder, base=self.base, replaces=self.replaces)

    def add_company(self, company: CompanySpec) -> Written:
        """Write an entry for a company. Raises VocabularyEntryError, UneditableSpecError, StoreError."""
        known = self.load()
        if not _NAME.fullmatch(company.ticker):
            raise VocabularyEntryError(
                f"{company.ticker!r} is no ticker: it has letters, digits and . & - only", where=self._at(COMPANIES)
            )
        self._check_names(company, known)
        fields = company.model_dump(exclude_defaults=True)
        return self._write(COMPANIES, lambda text, file: with_item(text, "companies", fields, file=file))

    def add_aliases(self, name: str, aliases: Sequence[str]) -> Written:
        """Write more names of a company, metric or ratio. Raises UnknownNameError and as add_company."""
        known = self.load()
        names = {*known.companies, *known.metrics, *known.ratios}
        if name not in names:
            raise UnknownNameError("company, metric or ratio", name, names)
        return self._write(WORDS, lambda text, file: with_words(text, "more_synonyms", name, aliases, file=file))

    def add_rows(self, metric: str, labels: Sequence[str]) -> Written:
        """Write labels of rows in printed statements that mean a metric. Raises as add_aliases."""
        known = self.load()
        if metric not in known.metrics:
            raise UnknownNameError("metric", metric, known.metrics)
        for label in labels:
            other = known.read_statement_row(label)
            if other and other.metric != metric:
                raise VocabularyEntryError(f"rows called {label!r} mean {other.metric} already", where=self._at(WORDS))
        return self._write(WORDS, lambda text, file: with_words(text, "more_rows", metric, labels, file=file))

    def _check_names(self, company: CompanySpec, known: Vocabulary) -> None:
        if company.ticker in known.companies:
            held = known.companies[company.ticker]
            raise VocabularyEntryError(
                f"the ticker {company.ticker} is that of {held.name}", where=held.where("ticker")
            )
        for name in (company.name, company.full_name, *company.aliases):
            if name and (other := known.company_of(name)):
                held = known.companies[other]
                raise VocabularyEntryError(f"{name!r} is a name of {held.name} ({other})", where=held.where("name"))

    def _write(self, name: str, edit: Callable[[str, str], str]) -> Written:
        path = self.folder / name
        try:
            before = path.read_bytes().decode("utf-8") if path.exists() else None
            text = edit(_HEAD if before is None else before, shown(path))
            vocabulary = self._checked(name, text)
            self.folder.mkdir(parents=True, exist_ok=True)
            backup = self._keep(path) if before is not None else None
            _replace(path, text)
        except (OSError, UnicodeDecodeError) as fault:
            reason = getattr(fault, "strerror", None) or "it is not UTF-8"
            raise StoreError(
                f"the vocabulary cannot be written ({reason})",
                where=Source(shown(path)),
                remedy="Check the folder's rights and the file.",
            ) from None
        self.has_grown = True
        return Written(path, backup, vocabulary)

    def _checked(self, name: str, text: str) -> Vocabulary:
        """Return the vocabulary as it will be, read from a copy of the folder. Raises SpecError."""
        with tempfile.TemporaryDirectory(prefix="dragoman-") as place:
            copy = Path(place) / "vocabulary"
            copy.mkdir()
            for path in self.folder.glob("*.yaml"):
                shutil.copyfile(path, copy / path.name)
            (copy / name).write_bytes(text.encode())
            try:
                return load_vocabulary(copy, base=self.base, replaces=self.replaces)
            except SpecError as fault:
                said = str(fault).replace(str(copy), shown(self.folder))
                raise VocabularyEntryError(said.split("\n")[0], where=self._at(name)) from None

    def _keep(self, path: Path) -> Path:
        backup = path.with_name(f"{path.name}.before")
        shutil.copyfile(path, backup)
        return backup

    def _at(self, name: str) -> Source:
        return Source(shown(self.folder / name))


def stamp_of(folder: Path) -> str:
    """Return a text that changes when a file of the folder does. Looking costs a few microseconds a file."""
    seen = []
    for path in sorted(folder.glob("*.yaml")):
        with suppress(OSError):  # removed between being listed and being looked at
            found = path.stat()
            seen.append((path.name, found.st_size, found.st_mtime_ns, found.st_ino))
    return str(seen)


def _replace(path: Path, text: str) -> None:
    """Write beside the file and put it in its place: a reader sees the old text or the new one, never half of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
