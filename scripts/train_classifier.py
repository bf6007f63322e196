"""Train the classifier of the scenarios that ship and write it beside them. The same scenarios give the same file."""

from dragoman.classify.artefact import save
from dragoman.classify.train import train
from dragoman.scenarios.choose.catalog import catalog_of
from dragoman.scenarios.choose.learn import SHIPPED, hints_of, rows_of, version_of
from dragoman.scenarios.lint import LIBRARY, PARTS
from dragoman.scenarios.load import load_scenarios


def main() -> None:
    """Train and write."""
    catalog = catalog_of(load_scenarios([LIBRARY], PARTS))
    rows, hints = rows_of(catalog), hints_of(catalog)
    save(train(rows, version=version_of(rows, hints), hints=hints), SHIPPED)
    print(f"{SHIPPED} learned from {len(rows)} texts and {len(hints)} words")


if __name__ == "__main__":
    main()
