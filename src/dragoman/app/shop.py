"""The scenarios of a runtime, with the tools, the classifier and the models their levels work with."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from dragoman.app.classifier import Train, find_classifier
from dragoman.app.project import Project
from dragoman.app.settings import Settings, SystemClock
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.models.language_model import LanguageModel
from dragoman.scenarios.choose.catalog import Catalog
from dragoman.scenarios.choose.propose import EmbeddedProposer
from dragoman.scenarios.levels.world import ModelSource
from dragoman.scenarios.lint import LIBRARY, PARTS
from dragoman.scenarios.load import load_scenarios
from dragoman.scenarios.orchestrator import ScenarioSource
from dragoman.scenarios.prompts.files import prompts_beside
from dragoman.scenarios.shop import Shop, stamp_of


class ShopParts(Protocol):
    """What scenarios are made from; the runtime has it."""

    settings: Settings
    clock: SystemClock
    project: Project | None

    @property
    def vocabulary(self) -> Vocabulary:
        """The words that rules read with."""

    @property
    def state(self) -> Path:
        """The folder of the state."""

    @property
    def language_model(self) -> LanguageModel | None:
        """What levels ask; looked at when a job needs it."""


def open_shop(runtime: ShopParts, find_train: Callable[[], Train | None]) -> Shop:
    """Return the scenarios that ship, and those of the project beside them. Raises SpecError."""
    folders = [LIBRARY, *([runtime.project.folder / "scenarios"] if runtime.project else [])]
    source = ScenarioSource(
        lambda: load_scenarios(folders, PARTS), lambda: f"{stamp_of(folders)} {runtime.vocabulary.version}"
    )
    readable = runtime.settings.folders or (Path.cwd(),)

    def proposer(catalog: Catalog) -> EmbeddedProposer:
        reader = Interpreter(runtime.vocabulary, catalog.intents)
        classifier = find_classifier(catalog, runtime.state, find_train)
        return EmbeddedProposer(reader, classifier, runtime.clock.today, parts=catalog.parts)

    return Shop(
        source,
        tools=PARTS.tools,
        propose=proposer,
        folders=tuple(folder.expanduser().absolute() for folder in readable),
        workspace=runtime.state / "workspace",
        models=ModelSource(
            model=lambda: runtime.language_model,
            policy=runtime.settings.policy,
            prompts=lambda: prompts_beside(folders),
        ),
    )
