"""What the contracts assistant is made of, built once for a corpus."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from dragoman.assistants.contracts.decomposer import DIMENSIONS, QueryDecomposer, empty_vocabulary
from dragoman.assistants.contracts.judge import ContractJudge
from dragoman.assistants.contracts.library import Library
from dragoman.assistants.contracts.registry import ClauseIntentSpec, load_registry
from dragoman.assistants.contracts.router import ContractsRouter
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.decide.cascade import Policy
from dragoman.documents.retrieve import Retriever
from dragoman.grounding.prose import ProseGrounder
from dragoman.interpret.intents import IntentSpec
from dragoman.interpret.interpreter import Interpreter
from dragoman.memory.answer_cache import AnswerCache
from dragoman.models.language_model import LanguageModel
from dragoman.stores.corpus import CorpusStore

# How people talk to any assistant; these rules are the same for all of them.
_TALK = frozenset(("greeting", "thanks", "capabilities", "acknowledge", "reset", "off_topic", "injection"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractParts:
    """The parts below the graph; they need no LangGraph."""

    registry: Mapping[str, ClauseIntentSpec]
    decomposer: QueryDecomposer
    library: Library
    retriever: Retriever
    router: ContractsRouter
    judge: ContractJudge
    reader: Interpreter

    def tools(
        self,
        model: LanguageModel | None = None,
        policy: Policy = "cascade",
        *,
        memory: AnswerCache | None = None,
    ) -> ContractsTools:
        """Return the parts as the graph takes them, with the model that its nodes may ask and what is remembered."""
        return ContractsTools(
            router=self.router,
            decomposer=self.decomposer,
            registry=self.registry,
            library=self.library,
            searches=self.retriever,
            judge=self.judge,
            reader=self.reader,
            memory=memory,
            policy=policy,
            model=model,
        )

    @classmethod
    def over(cls, corpus: CorpusStore, *, own_intents: Path | None, talk: Sequence[IntentSpec]) -> Self:
        """Build the parts over a corpus, with a project's own intents beside the packaged ones."""
        registry = {spec.intent: spec for spec in load_registry()}
        if own_intents:
            registry |= {spec.intent: spec for spec in load_registry(own_intents)}
        intents: list[IntentSpec] = [*registry.values(), *(spec for spec in talk if spec.intent in _TALK)]
        vocabulary = empty_vocabulary()
        decomposer = QueryDecomposer(tuple(registry.values()))
        library = Library(corpus)
        reader = Interpreter(vocabulary, intents, dimensions=DIMENSIONS)
        return cls(
            registry=registry,
            decomposer=decomposer,
            library=library,
            retriever=Retriever(corpus, vocabulary, contracts=True),
            router=ContractsRouter(reader, decomposer, library),
            reader=reader,
            judge=ContractJudge(ProseGrounder(Interpreter(vocabulary, dimensions=DIMENSIONS))),
        )
