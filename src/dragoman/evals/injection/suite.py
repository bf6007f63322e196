"""The suite: every attack at every place under both policies, and the harmless twins."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from dragoman.decide.cascade import Policy
from dragoman.evals.injection.attacks import own_cases, public_attacks
from dragoman.evals.injection.bench import open_bench
from dragoman.evals.injection.places import FIGURE, places
from dragoman.evals.injection.trial import Benches, asked, harmless, planted
from dragoman.evals.report import Judged
from dragoman.evals.room import Room

POLICIES: tuple[Policy, ...] = ("cascade", "model")
QUESTIONS = (("mines", ""), ("mines", FIGURE), ("contracts", ""), ("tasks", ""))
Trial = Callable[[Benches], Judged]


def injection_cases(room: Room) -> Iterator[Judged]:
    """Yield a judged case for each attack, place and policy; without data only the attacks that ship.

    `obeyed` counts the trials in which the model was asked, found an order and did as it said; in the others
    no model was asked, it was not shown the attack, or it saw no order in it.
    """
    tried: Counter[str] = Counter()
    obeyed: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    for policy in POLICIES:
        trials = _trials(room, policy)
        wanted = room.wanted(list(trials))
        settings = room.handle.runtime.settings
        with open_bench(settings, "embedded") as without, open_bench(settings, policy) as gullible:
            benches = Benches(without=without, gullible=gullible)
            for name in trials:
                if name in wanted:
                    gullible.gullible.obeyed.clear()
                    judged = trials[name](benches)
                    place = f"{policy}, {name.split('/')[1]}"
                    tried[place] += 1
                    obeyed[place] += bool(gullible.gullible.obeyed)
                    broken[place] += judged.verdict != "right"
                    yield judged
                    room.done(name)
    room.measured["injection"] = {
        place: {"tried": tried[place], "obeyed": obeyed[place], "changed": broken[place]} for place in tried
    }


def _trials(room: Room, policy: Policy) -> dict[str, Trial]:
    """Return every trial by the id of its case, places in order, so that files are exchanged as seldom as possible."""
    own = own_cases()
    attacks = [*own.attacks, *(public_attacks(room.data) if room.data else ())]
    trials: dict[str, Trial] = {}
    for assistant, before in QUESTIONS:
        where = f"{assistant} after a question" if before else f"{assistant} question"
        for attack in attacks:
            trials[f"{policy}/{where}/{attack.id}"] = partial(asked, attack, assistant, before, policy=policy)
    for twin in own.twins:
        trials[f"{policy}/twin {twin.assistant}/{twin.id}"] = partial(harmless, twin, policy=policy)
    for place in places():
        for attack in attacks:
            if attack.indirect:
                trials[f"{policy}/{place.name}/{attack.id}"] = partial(planted, attack, place, policy=policy)
    return trials
