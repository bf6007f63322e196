"""Write the JSON Schema of every kind of YAML file, for editors that complete and check while one types.

A YAML file names its schema in its first line:

    # yaml-language-server: $schema=../docs/schemas/vocabulary.schema.json
"""

import sys
from pathlib import Path

from dragoman.app.project import ProjectSpec
from dragoman.assistants.contracts.registry import ClauseIntentFileSpec
from dragoman.assistants.mines.news_sources.spec import NewsSpec
from dragoman.evals.case import SuiteSpec
from dragoman.evals.contracts import ClauseSuiteSpec
from dragoman.interpret.intent_spec import IntentFileSpec
from dragoman.interpret.vocabulary_spec import VocabularySpec
from dragoman.models.prompt import PromptSpec
from dragoman.models.settings import ModelsSpec
from dragoman.scenarios.spec import ScenarioSpec
from dragoman.specs.schema import write_schemas
from dragoman.specs.spec import Spec
from dragoman.testing.scenario_cases import ScenarioCasesSpec

SHAPES: dict[str, type[Spec]] = {
    "contract_intents": ClauseIntentFileSpec,
    "contract_suite": ClauseSuiteSpec,
    "intents": IntentFileSpec,
    "models": ModelsSpec,
    "news": NewsSpec,
    "project": ProjectSpec,
    "prompt": PromptSpec,
    "scenario": ScenarioSpec,
    "scenario_cases": ScenarioCasesSpec,
    "suite": SuiteSpec,
    "vocabulary": VocabularySpec,
}
FOLDER = Path(__file__).parents[1] / "docs" / "schemas"


def main() -> None:
    """Write into the folder given, or into docs/schemas."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    for path in write_schemas(folder, SHAPES):
        print(path)


if __name__ == "__main__":
    main()
