"""Broken scenario files, each under the sentence that says what is wrong with it."""

_HEAD = "id: refund\ndescription: Pays back.\n"
_SCAN = "  - { id: find, kind: tool, tool: find_folder, arguments: { text: prompt } }\n"
_ASK = "  - { id: ask, kind: ask_user, question: Which one? }\n"
_MAP = (
    "  - id: find\n    kind: map\n    over: prompt\n"
    "    level: { id: one, kind: tool, tool: scan_folder, arguments: { folder: item } }\n"
)
_DONE = "edges:\n  - { from: find, to: __end__ }\n"
_ASKED = "edges:\n  - { from: ask, to: __end__ }\n"
_WRITE = (
    "levels:\n"
    "  - { id: brief, kind: tool, tool: plan_build, arguments: { brief: prompt } }\n"
    "  - { id: agree, kind: approve, question: 'Go on?', plan: levels.brief.plan }\n"
    "  - { id: write, kind: tool, tool: write_build, arguments: { plan: levels.agree.plan } }\n"
)


def _levels(levels: str, edges: str = _DONE, head: str = _HEAD) -> str:
    return f"{head}levels:\n{levels}{edges}"


def _when(expression: str) -> str:
    edges = f"edges:\n  - {{ from: find, to: __end__, when: '{expression}' }}\n  - {{ from: find, to: __end__ }}\n"
    return _levels(_SCAN, edges)


BROKEN = {
    # What is no scenario at all.
    "an empty file": "",
    "a list instead of a scenario": "- id: refund\n",
    "an unknown key": f"{_levels(_SCAN)}effect: read\n",
    "no id": f"description: x\nlevels:\n{_SCAN}{_DONE}",
    "an id with a space": _levels(_SCAN, head="id: pay back\ndescription: x\n"),
    "effects that are no word of ours": _levels(_SCAN, head=f"{_HEAD}effects: delete\n"),
    "no levels": f"{_HEAD}levels: []\nedges: []\n",
    "no edges": f"{_HEAD}levels:\n{_SCAN}edges: []\n",
    "a truth value as text": _levels(_SCAN, head=f'{_HEAD}chains: "yes"\n'),
    "an alias that multiplies": "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
    + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 10)}]\n" for n in range(6)),
    # Levels.
    "a level of an unknown kind": _levels("  - { id: find, kind: tol, tool: find_folder }\n"),
    "a level without a kind": _levels("  - { id: find, tool: find_folder }\n"),
    "a map without a level": _levels("  - { id: find, kind: map, over: prompt }\n"),
    "an unknown key in a level": _levels("  - { id: find, kind: tool, tol: find_folder }\n"),
    "two levels with one id": _levels(_SCAN + _SCAN),
    "a tool that does not exist": _levels("  - { id: find, kind: tool, tool: find_folders, arguments: {} }\n"),
    "a tool without its argument": _levels("  - { id: find, kind: tool, tool: find_folder }\n"),
    "an argument that the tool does not take": _levels(
        "  - { id: find, kind: tool, tool: find_folder, arguments: { text: prompt, txt: prompt } }\n"
    ),
    "an argument that names what is not there": _levels(
        "  - { id: find, kind: tool, tool: find_folder, arguments: { text: promt } }\n"
    ),
    "an assistant that does not exist": _levels("  - { id: find, kind: graph, assistant: mine }\n"),
    "a prompt that does not exist": _levels("  - { id: find, kind: prompt, prompt: intent_classifier_rout }\n"),
    "a prompt in JSON without a type": _levels(
        "  - { id: find, kind: prompt, prompt: intent_classifier_route, response_kind: json }\n"
    ),
    "an output type that does not exist": _levels(
        "  - { id: find, kind: prompt, prompt: intent_classifier_route, response_kind: json, output: Envelope }\n"
    ),
    "a question without words": _levels("  - { id: ask, kind: ask_user }\n", _ASKED),
    "two sources for the options": _levels(
        "  - { id: ask, kind: ask_user, question: Which?, options: [{ value: a, text: A }], options_from: prompt }\n",
        _ASKED,
    ),
    "two options with one value": _levels(
        "  - { id: ask, kind: ask_user, question: Which?, options: [{ value: a, text: A }, { value: a, text: B }] }\n",
        _ASKED,
    ),
    "more than five options": _levels(
        "  - { id: ask, kind: ask_user, question: Which?, options: ["
        + ", ".join(f"{{ value: v{n}, text: T{n} }}" for n in range(6))
        + "] }\n",
        _ASKED,
    ),
    "examples without words": _levels(_SCAN, head=f"{_HEAD}examples: ['', '  ']\n"),
    "a description without words": _levels(_SCAN, head="id: refund\ndescription: ' '\n"),
    "a kind that is a list": _levels("  - { id: find, kind: [tool] }\n"),
    "a kind that is nothing": _levels("  - { id: find, kind: }\n"),
    "a level that is only a word": _levels("  - find\n"),
    "an argument of a level that comes later": _levels(
        "  - { id: find, kind: tool, tool: find_folder, arguments: { text: levels.ask.answer } }\n" + _ASK,
        "edges:\n  - { from: find, to: ask }\n  - { from: ask, to: __end__ }\n",
    ),
    "an argument of the level itself": _levels(_SCAN.replace("text: prompt", "text: levels.find.folder")),
    # Time.
    "no time at all": _levels(_SCAN.replace(" }\n", ", timeout_seconds: 0 }\n")),
    "a time for a person": _levels(_ASK.replace(" }\n", ", timeout_seconds: 5 }\n"), _ASKED),
    "a time for what writes": f"{_HEAD}effects: write\n{_WRITE}".replace(
        "levels.agree.plan } }", "levels.agree.plan }, timeout_seconds: 5 }"
    )
    + "edges:\n  - { from: brief, to: agree }\n  - { from: agree, to: write, when: output.approved }\n"
    "  - { from: agree, to: __end__ }\n  - { from: write, to: __end__ }\n",
    # Maps.
    "a map over what is not there": _levels(_MAP.replace("over: prompt", "over: levels.fnd.folders")),
    "a map inside a map": _levels(_MAP.replace("kind: tool, tool: scan_folder", "kind: map, over: item")),
    "a question inside a map": _levels(
        _MAP.replace("kind: tool, tool: scan_folder, arguments: { folder: item }", "kind: ask_user, question: Which?")
    ),
    "an item outside of a map": _levels(_SCAN.replace("text: prompt", "text: item")),
    "a map of too many": _levels(_MAP.replace("over: prompt", "over: prompt\n    max_items: 5000")),
    "a level inside with the id of another": _levels(_MAP.replace("id: one", "id: find")),
    "a map that is tried again": _levels(
        _MAP.replace("over: prompt", "over: prompt\n    verifiers: [{ kind: schema, on_fail: retry, max_retries: 1 }]")
    ),
    "a time for a whole map": _levels(_MAP.replace("over: prompt", "over: prompt\n    timeout_seconds: 5")),
    "writing inside a map": f"{_HEAD}effects: write\n"
    + _WRITE.replace(
        "id: write, kind: tool, tool: write_build, arguments: { plan: levels.agree.plan }",
        "id: write, kind: map, over: '[levels.agree.plan]', "
        "level: { id: one, kind: tool, tool: write_build, arguments: { plan: item } }",
    )
    + "edges:\n  - { from: brief, to: agree }\n  - { from: agree, to: write, when: output.approved }\n"
    "  - { from: agree, to: __end__ }\n  - { from: write, to: __end__ }\n",
    # Verifiers.
    "a verifier on what a person says": _levels(
        "  - { id: ask, kind: ask_user, question: Which?, verifiers: [{ kind: schema }] }\n", _ASKED
    ),
    "a condition without words": _levels(_SCAN.replace(" }\n", ", verifiers: [{ kind: condition }] }\n")),
    "retries of what aborts": _levels(
        _SCAN.replace(" }\n", ", verifiers: [{ kind: schema, on_fail: abort, max_retries: 2 }] }\n")
    ),
    "too many retries": _levels(
        _SCAN.replace(" }\n", ", verifiers: [{ kind: schema, on_fail: retry, max_retries: 9 }] }\n")
    ),
    # Edges.
    "an edge to a level that does not exist": _levels(
        _SCAN + _ASK, "edges:\n  - { from: find, to: asc }\n  - { from: ask, to: __end__ }\n"
    ),
    "an edge from a level that does not exist": _levels(_SCAN, f"{_DONE}  - {{ from: fnd, to: __end__ }}\n"),
    "a level that nothing leads away from": _levels(_SCAN + _ASK, "edges:\n  - { from: find, to: ask }\n"),
    "a level that no path leads to": _levels(_SCAN + _ASK, f"{_DONE}  - {{ from: ask, to: __end__ }}\n"),
    "a circle without a way out": _levels(
        _SCAN + _ASK, "edges:\n  - { from: find, to: ask }\n  - { from: ask, to: find }\n"
    ),
    "an edge that hides those after it": _levels(
        _SCAN, "edges:\n  - { from: find, to: __end__ }\n  - { from: find, to: __end__, when: output.found }\n"
    ),
    "a chain on an edge that does not end": _levels(
        _SCAN + _ASK,
        "edges:\n  - { from: find, to: ask, chain: quick_qa }\n  - { from: ask, to: __end__ }\n",
        head=f"{_HEAD}chains: true\n",
    ),
    "a chain that is not declared": _levels(_SCAN, "edges:\n  - { from: find, to: __end__, chain: quick_qa }\n"),
    # Conditions.
    "a condition that is no CEL": _when("output.found =="),
    "a condition on what the level does not put out": _when("output.fund"),
    "a condition on a level that does not exist": _when("levels.fnd.found"),
    "a condition with an unknown name": _when("result.found"),
    "a condition with an unknown function": _when("exec(prompt)"),
    "a condition that is too long": _when("output.found && " * 60 + "true"),
    "a condition that is never decided": _when("1 + 1"),
    "a pattern that is none": _when('prompt.matches("((")'),
    "a pattern that grows without end": _when('prompt.matches("((a{1000}){1000}){1000}")'),
    "the variable of a macro outside of it": _when("[1].all(row, row > 0) && row == 1"),
    "conditions that may all fail": _levels(_SCAN, "edges:\n  - { from: find, to: __end__, when: output.found }\n"),
    "a macro inside a macro": _when("[1, 2].all(a, [1, 2].all(b, a == b))"),
    "brackets without end": _when("(" * 40 + "true" + ")" * 40),
    # Writing.
    "writing without saying so": f"{_HEAD}{_WRITE}"
    "edges:\n  - { from: brief, to: agree }\n  - { from: agree, to: write, when: output.approved }\n"
    "  - { from: agree, to: __end__ }\n  - { from: write, to: __end__ }\n",
    "writing without asking": f"{_HEAD}effects: write\n{_WRITE}"
    "edges:\n  - { from: brief, to: write, when: output.fits }\n  - { from: brief, to: agree }\n"
    "  - { from: agree, to: write, when: output.approved }\n  - { from: agree, to: __end__ }\n"
    "  - { from: write, to: __end__ }\n",
    "writing whatever was answered": f"{_HEAD}effects: write\n{_WRITE}"
    "edges:\n  - { from: brief, to: agree }\n  - { from: agree, to: write }\n  - { from: write, to: __end__ }\n",
    "effects without anybody asked": _levels(_SCAN, head=f"{_HEAD}effects: write\n"),
}
