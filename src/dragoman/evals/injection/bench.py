"""The product as an attack meets it: a project of its own, with a model that obeys behind the real dispatch."""

from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from dragoman.app.dragoman import Handle, open_handle
from dragoman.app.project import create_project
from dragoman.app.settings import Settings
from dragoman.assistants.contracts.advice.ask import prompts as contracts_prompts
from dragoman.assistants.mines.advice.ask import prompts as mines_prompts
from dragoman.decide.cascade import Policy
from dragoman.decide.route_record import route_record
from dragoman.evals.injection.honest import HonestChatModel
from dragoman.evals.injection.observed import Observed
from dragoman.grounding.judge import judge_prompt
from dragoman.memory.answer_cache import Thresholds
from dragoman.models.candidate import Candidate
from dragoman.models.chat import ChatModel, ChatRequest, Reply
from dragoman.models.dispatch import Dispatcher
from dragoman.models.prompt import Prompt, load_prompts
from dragoman.scenarios.lint import LIBRARY
from dragoman.testing.gullible_model import GullibleChatModel

REFERENCE_DATE = date(2026, 11, 30)
Files = Mapping[str, str]  # path below the project → text


class Bench:
    """An open product over files that can be exchanged; `is_gullible` says which model answers."""

    def __init__(self, handle: Handle, folder: Path) -> None:
        self.handle = handle
        self.folder = folder
        self.is_gullible = True
        runtime = handle.runtime

        def ruled(text: str) -> dict[str, object]:
            return route_record(runtime.router.decide(text, reference_date=REFERENCE_DATE))

        self._honest = HonestChatModel(mines=ruled, tasks=runtime.route_task)
        self.gullible = GullibleChatModel(honest=self._honest, prompts=_own_prompts())
        self._held: dict[str, str] = {}
        self.seen: dict[tuple[str, str, bool], Observed] = {}  # by place, attack, and whether the model obeys

    @property
    def id(self) -> str:
        """It costs nothing."""
        return "free:bench"

    @property
    def _model(self) -> ChatModel:
        return self.gullible if self.is_gullible else self._honest

    async def reply(self, request: ChatRequest) -> Reply:
        """Reply as the model whose turn it is."""
        return await self._model.reply(request)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[str | Reply]:
        """Yield the reply of the model whose turn it is."""
        async for part in self._model.stream(request):
            yield part

    def hold(self, files: Files) -> None:
        """Let the project hold these files and no others, and read those that are documents."""
        for name in set(self._held) - set(files):
            (self.folder / name).unlink()
        changed = [name for name, text in files.items() if self._held.get(name) != text]
        for name in changed:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[name], encoding="utf-8")
        if set(self._held) != set(files) or any(not name.startswith("news/") for name in changed):
            corpus = self.handle.runtime.corpus
            for document in corpus.documents():
                corpus.remove(document.id)
            self.handle.ingest([self.folder / "documents"])
        self._held = dict(files)


@contextmanager
def open_bench(settings: Settings, policy: Policy) -> Iterator[Bench]:
    """Open a product with nothing in it; the policy `embedded` has no model. What is remembered counts as exact only.

    A question in other words gets what is remembered as a hint: that is the way by which an old answer could speak.
    """
    with TemporaryDirectory(prefix="dragoman-injection-") as place:
        folder = Path(place, "project")
        create_project(folder)
        (folder / "news").mkdir()  # so that no news of the sample corpus is told
        memory = replace(settings.memory, is_on=True, thresholds=Thresholds(answer=1, hint=0))
        own = replace(settings, home=Path(place, "home"), policy=policy, memory=memory, models=None, model_url=None)
        own = replace(own, keys={}, reference_date=None, folders=(folder / "work",))
        with open_handle(project=folder, settings=own, reference_date=REFERENCE_DATE) as handle:
            bench = Bench(handle, folder)
            handle.runtime.language_model = (
                None if policy == "embedded" else Dispatcher([Candidate(model=bench, provider="bench")])
            )
            yield bench


def _own_prompts() -> list[Prompt]:
    scenarios = load_prompts(LIBRARY.parent / "prompts")
    return [*mines_prompts().values(), *contracts_prompts().values(), *scenarios.values(), judge_prompt()]
