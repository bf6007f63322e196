"""Language models, what is remembered of their answers, and news: all that may cost something or goes out."""

from functools import cached_property
from typing import TYPE_CHECKING

from dragoman.app.extras import needs_assistants
from dragoman.app.parts.reading import ReadingParts
from dragoman.app.remembered import open_cache
from dragoman.decide.cascade import Policy
from dragoman.memory.answer_cache import AnswerCache

if TYPE_CHECKING:
    from dragoman.app.models import ConfiguredModels
    from dragoman.app.news import NewsDesk
    from dragoman.models.dispatch import Dispatcher
    from dragoman.models.language_model import LanguageModel


class ModelParts(ReadingParts):
    """Who decides, the language models, the answer cache and the news."""

    @property
    def policy(self) -> Policy:
        """Who decides."""
        return self.settings.policy

    @cached_property
    def configured_models(self) -> "ConfiguredModels | None":
        """What models.yaml or the environment say about language models; None where nothing is said.

        Raises SpecError, SettingsError.
        """
        from dragoman.app.models import configured_models

        return configured_models(self.settings, self.project.folder if self.project else None)

    @cached_property
    def language_model(self) -> "LanguageModel | None":
        """The language models behind their dispatch; None where none can be asked or the policy is embedded.

        Nothing is imported that talks to a model, and nothing connected, before the first call.
        """
        models = None if self.policy == "embedded" else self.configured_models
        if models is None or not models.usable:
            return None
        from dragoman.app.models import open_dispatcher

        return open_dispatcher(models, self.settings)

    async def close_models(self) -> None:
        """End the connections to language models, where there are any."""
        models: Dispatcher | None = vars(self).get("language_model")  # not built just to be closed
        if models:
            await models.aclose()

    def use_model(self, model: "LanguageModel | None") -> None:
        """Ask this model instead of what is configured, as evals do. Before anything is asked."""
        vars(self)["language_model"] = None if self.policy == "embedded" else model

    @cached_property
    def answer_cache(self) -> AnswerCache:
        """Answers that were given before; also there to be looked at while nothing is remembered."""
        return self._opened.enter_context(open_cache(self._private("memory.db"), self))

    def news(self, *, always_ask: bool = False) -> "NewsDesk":
        """Return the configured sources of news; `always_ask` asks for what is new enough. Raises SpecError."""
        with needs_assistants():
            from dragoman.app.news import NewsPlace, open_desk
        place = NewsPlace(
            folder=self.project.folder if self.project else None, home=self.settings.home, copies=self.state / "feeds"
        )
        return open_desk(place, self.settings, self.vocabulary, self.clock, always_ask=always_ask)
