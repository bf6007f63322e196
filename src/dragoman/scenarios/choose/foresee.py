"""Where the classifier scenario would send a prompt, without running it: the file's own conditions decide."""

from typing import Any

from dragoman.scenarios.check.outputs import names_of
from dragoman.scenarios.condition import Condition
from dragoman.scenarios.load import CLASSIFIER
from dragoman.scenarios.shop import Shop
from dragoman.scenarios.spec import END, ClassifyLevelSpec

Json = dict[str, Any]


def would_ask(envelope: Json, shop: Shop) -> bool:
    """Return whether the classifier scenario, as it stands in its file, would ask the person about this."""
    spec = shop.scenarios[CLASSIFIER]
    level = next(one for one in spec.levels if isinstance(one, ClassifyLevelSpec))
    values = {"prompt": "", "levels": {level.id: envelope}, "output": envelope}
    for edge in spec.leaving(level.id):
        names = names_of(spec, level, shop.world({}).tools)
        if edge.when is None or Condition(edge.when, names=names, where=edge.where("when")).holds(values):
            return edge.to != END
    return True
