"""prompt: a question to a language model. This version has none, and says so."""

from dragoman.scenarios.levels.world import LevelFailure
from dragoman.scenarios.spec import PromptLevelSpec


def run_prompt(level: PromptLevelSpec) -> dict[str, object]:
    """Fail with what is missing; an answer is never made up in its place."""
    raise LevelFailure(
        f"the level {level.id} needs a language model",
        code="needs-model",
        answer=(
            f'The step "{level.id}" needs a language model, and this version of Dragoman works without one. '
            "Nothing was made up in its place."
        ),
    )
