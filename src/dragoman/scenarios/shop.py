"""Scenarios as they are now, with their catalog, their classifier and what their levels work with."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from dragoman.graphs.asking import asked_by
from dragoman.scenarios.assistant import Assistants
from dragoman.scenarios.choose.catalog import Catalog, catalog_of
from dragoman.scenarios.levels.world import LevelWorld, Models, ModelSource, Proposer
from dragoman.scenarios.load import Scenarios
from dragoman.scenarios.orchestrator import ScenarioSource
from dragoman.scenarios.prompts.files import FOLDER
from dragoman.scenarios.tools.tool import Toolbox, ToolWorld

MakeProposer = Callable[[Catalog], Proposer]


class Shop:
    """Everything a job draws on. The catalog and the classifier are made anew when a scenario file changes."""

    def __init__(
        self,
        source: ScenarioSource,
        *,
        tools: Toolbox,
        propose: MakeProposer,
        folders: Sequence[Path] = (),
        workspace: Path,
        models: ModelSource | None = None,
    ) -> None:
        self._source = source
        self._models = models or ModelSource()
        self._tools = tools
        self._make_proposer = propose
        self._folders = tuple(folders)
        self._workspace = workspace
        self._rebuild()

    @property
    def scenarios(self) -> Scenarios:
        """The scenarios by id."""
        return self._source.scenarios

    def refresh(self) -> None:
        """Look whether files have changed; if so, the catalog and the classifier are made anew."""
        if self._source.refresh():
            self._rebuild()

    def world(self, assistants: Assistants) -> LevelWorld:
        """Return what levels work with now."""
        return LevelWorld(
            tools=self._tools,
            tool_world=ToolWorld(folders=self._folders, workspace=self._workspace, catalog=self.catalog.entries),
            proposer=self.proposer,
            assistants=assistants,
            models=self._models_now(),
        )

    def _models_now(self) -> Models:
        """Return the models under the policy that a job asks for, else the one that is set."""
        policy = asked_by.get().policy or self._models.policy
        model = None if policy == "embedded" else self._models.model()
        return Models(model=model, policy=policy, prompts=self.prompts)

    def _rebuild(self) -> None:
        self.catalog = catalog_of(self._source.scenarios)
        self.prompts = self._models.prompts()
        self.proposer = self._make_proposer(self.catalog)


def stamp_of(folders: Sequence[Path]) -> str:
    """Return a text that changes when a scenario file or a prompt does."""
    seen = []
    watched = [own for folder in folders for own in (folder, folder / FOLDER)]
    for path in (path for folder in watched for path in sorted(folder.glob("*.yaml"))):
        with suppress(OSError):  # removed between being listed and being looked at
            found = path.stat()
            seen.append((str(path), found.st_size, found.st_mtime_ns))
    return str(seen)
