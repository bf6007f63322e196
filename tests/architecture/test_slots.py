"""Company names and the shapes of fiscal years are defined once, and everybody imports them."""

import ast
import re

TICKERS = frozenset({"BHP", "RIO", "FMG", "MIN", "NST"})
# Evals name the data set's companies by themselves, so that a fault of the vocabulary cannot hide itself.
OWN_NAMES = ("src/dragoman/evals/",)
YEARS = (
    "src/dragoman/interpret/",  # reads free text
    "src/dragoman/domain/period.py",  # reads the canonical label
    "src/dragoman/documents/terms.py",  # other spellings of a search word; it makes no slot
)


def strings(module):
    docs = {
        id(node.body[0].value)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


# M-019
def test_no_code_holds_a_list_of_companies_of_its_own(source):
    guilty = [
        module.path
        for module in source
        if not module.path.startswith(OWN_NAMES)
        and (
            len(TICKERS & set(strings(module))) > 1
            or any(len(TICKERS & set(re.split(r"\W+", text))) > 1 for text in strings(module) if "|" in text)
        )
    ]
    assert guilty == []


# M-019
def test_no_other_code_holds_a_pattern_of_fiscal_years(source):
    pattern = re.compile(r"(?i)FY.{0,12}(\\d|\[0-9\])")
    guilty = [
        module.path
        for module in source
        if not module.path.startswith(YEARS) and any(pattern.search(text) for text in strings(module))
    ]
    assert guilty == []
