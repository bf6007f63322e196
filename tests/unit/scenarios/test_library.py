"""What ships is whole; files fit together; edits are taken up."""

import pytest
from tests.unit.scenarios.doubles import CHAINS, ENDS, scenario, shipped

from dragoman.classify.artefact import load
from dragoman.errors import SpecError
from dragoman.scenarios.choose.catalog import catalog_of
from dragoman.scenarios.choose.learn import SHIPPED, hints_of, rows_of, version_of
from dragoman.scenarios.draw import graph_record, mermaid
from dragoman.scenarios.lint import LIBRARY, PARTS, lint_folder
from dragoman.scenarios.load import load_scenarios
from dragoman.scenarios.orchestrator import ScenarioSource
from dragoman.scenarios.shop import Shop, stamp_of
from dragoman.scenarios.tools.registry import TOOLS


def put(folder, *texts):
    for number, text in enumerate(texts):
        (folder / f"{number}.yaml").write_text(text, encoding="utf-8")


def test_what_ships_is_without_fault():
    assert lint_folder(None) == (len(shipped()), ())


def test_the_classifier_that_ships_has_learned_from_the_examples_that_ship():
    catalog = catalog_of(shipped())
    assert load(SHIPPED).version == version_of(rows_of(catalog), hints_of(catalog)), "run: make docs"


def test_a_word_of_a_field_is_learned_beside_the_examples_and_names_the_version():
    catalog = catalog_of(shipped())
    hints = hints_of(catalog)
    assert ("sublet", "contract_review") in hints
    assert version_of(rows_of(catalog), hints) != version_of(rows_of(catalog))


@pytest.mark.parametrize(
    ("texts", "code", "says"),
    [
        ((ENDS.format(id="a"), ENDS.format(id="a")), "route-claim", "defined here and at"),
        (
            (ENDS.format(id="a") + "intent_routes: [go]\n", ENDS.format(id="b") + "intent_routes: [go]\n"),
            "route-claim",
            "by 'a'",
        ),
        ((CHAINS.format(id="a", to="quick_q"),), "unknown-part", "quick_q"),
        ((CHAINS.format(id="a", to="a"),), "unknown-part", "no other scenario 'a'"),
        ((ENDS.format(id="a").replace("a please", "what can you do?"),), "shared-example", "what can you do?"),
    ],
)
def test_files_that_do_not_fit_together_are_refused(tmp_path, texts, code, says):
    put(tmp_path, *texts)
    _, faults = lint_folder(tmp_path)
    assert [(fault.code, says in fault.problem) for fault in faults] == [(code, True)]


def test_the_faults_of_all_files_are_told_together(tmp_path):
    put(tmp_path, "id: 7\n", "zzz: 1\n")
    with pytest.raises(SpecError) as caught:
        load_scenarios([tmp_path], PARTS)
    assert {fault.where.file for fault in caught.value.problems} == {str(tmp_path / "0.yaml"), str(tmp_path / "1.yaml")}


# C-024
def test_the_catalog_is_built_once_and_anew_when_a_file_changes(tmp_path):
    built = []
    put(tmp_path, ENDS.format(id="a"))
    source = ScenarioSource(lambda: load_scenarios([tmp_path], PARTS), lambda: stamp_of([tmp_path]))
    shop = Shop(source, tools=TOOLS, propose=lambda catalog: built.append(catalog.version), workspace=tmp_path)
    shop.refresh()
    assert len(built) == 1
    put(tmp_path, ENDS.format(id="a"), ENDS.format(id="b"))
    shop.refresh()
    assert (len(set(built)), shop.catalog.ids) == (2, {"a", "b"})


def test_a_broken_edit_keeps_the_last_good_scenarios(tmp_path):
    put(tmp_path, ENDS.format(id="a"))
    source = ScenarioSource(lambda: load_scenarios([tmp_path], PARTS), lambda: stamp_of([tmp_path]))
    put(tmp_path, "id: a\nbroken: yes\n")
    assert source.refresh() is False
    assert (list(source.scenarios), isinstance(source.fault, SpecError)) == (["a"], True)


def test_hidden_scenarios_are_there_and_have_no_examples():
    hidden = [spec.id for spec in shipped().values() if not spec.examples]
    assert hidden == ["code_build_strict", "intent_classifier", "parallel_review_demo"]


def test_a_scenario_is_drawn_with_its_conditions():
    text = mermaid(scenario(CHAINS.format(id="a", to="b")))
    assert text.splitlines()[0] == "flowchart TD"
    assert 'chain_b>"go on with b"]' in text
    record = graph_record(shipped()["intent_classifier"])
    assert [node["kind"] for node in record["nodes"]] == ["classify", "ask_user"]
    assert len(record["edges"]) == 4


def test_only_one_scenario_of_the_library_writes_without_being_hidden():
    assert [spec.id for spec in shipped().values() if spec.effects == "write" and spec.examples] == ["code_build"]


def test_a_single_file_can_be_looked_at():
    assert lint_folder(LIBRARY / "quick_qa.yaml")[0] == 1
