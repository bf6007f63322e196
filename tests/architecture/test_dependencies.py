"""What the package imports is what pyproject.toml declares, and the slim base runs on the slim base."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest

# What a declared package makes part of its own interface.
PART_OF = {"langchain_core": "langgraph", "pydantic_core": "pydantic", "starlette": "fastapi"}
# Areas of the slim base; the others may need the extra `assistants`, and readers their own.
OWN_EXTRA = (  # of the base, imported late
    "src/dragoman/documents/readers/",
    "src/dragoman/documents/vectors/",
    "src/dragoman/documents/fetch.py",
)
BASE = ("calculate", "cli", "decide", "documents", "domain", "errors", "grounding", "interpret", "specs", "stores")


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.fixture(scope="module")
def project(root):
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def declared(requirements) -> set[str]:
    return {plain(re.match(r"[\w.-]+", requirement)[0]) for requirement in requirements}


def foreign_imports(modules) -> dict[str, str]:
    """Each top-level name of another distribution that is imported, with a module that does."""
    found = {}
    for module in modules:
        for node in ast.walk(module.tree):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            tops = [name.split(".")[0] for name in names]
            found |= {PART_OF.get(top, top): module.path for top in tops}
    return {name: path for name, path in found.items() if name not in {*sys.stdlib_module_names, "dragoman", ""}}


def owners(name: str) -> set[str]:
    """The distributions that may have brought a top-level name; namespaces have several."""
    return {plain(owner) for owner in packages_distributions().get(name, [name])}


def test_every_import_is_declared(source, project):
    extras = project["optional-dependencies"]
    used = ("assistants", "classify", "docx", "embed", "export", "html", "models", "news", "pdf", "server", "xlsx")
    known = declared([*project["dependencies"], *(one for extra in used for one in extras[extra])])
    assert {name: path for name, path in foreign_imports(source).items() if not owners(name) & known} == {}


def test_every_dependency_is_imported(source, project):
    imported = {owner for name in foreign_imports(source) for owner in owners(name)}
    assert declared(project["dependencies"]) - imported == set()


def test_the_base_needs_no_extra(source, project):
    base = [module for module in source if is_in_the_base(module.path)]
    known = declared(project["dependencies"])
    assert {name: path for name, path in foreign_imports(base).items() if not owners(name) & known} == {}


def is_in_the_base(path: str) -> bool:
    area = path.removeprefix("src/dragoman/").split("/")[0].removesuffix(".py")
    return area in BASE and not path.startswith(OWN_EXTRA)
