"""JSON Schema of our YAML files, so that an editor completes keys and underlines mistakes while one types."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dragoman.specs.spec import Spec

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema(shape: type[Spec]) -> dict[str, Any]:
    """Return the schema of a file that is read as `shape`."""
    return {"$schema": _DIALECT, **shape.model_json_schema(by_alias=True)}


def write_schemas(folder: Path, shapes: Mapping[str, type[Spec]]) -> tuple[Path, ...]:
    """Write `NAME.schema.json` for each shape and return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, shape in shapes.items():
        path = folder / f"{name}.schema.json"
        path.write_text(json.dumps(json_schema(shape), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        paths.append(path)
    return tuple(paths)
