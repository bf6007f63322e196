"""The tools: what they read, what they say, and what they never do."""

from pathlib import Path

import pytest

from dragoman.scenarios.tools.build import accept_build, plan_build, write_build
from dragoman.scenarios.tools.find_folder import find_folder
from dragoman.scenarios.tools.product_help import product_help
from dragoman.scenarios.tools.scan import scan_folder
from dragoman.scenarios.tools.tool import ToolFailure, ToolWorld

CATALOG = ({"id": "mail", "display_name": "Mail", "description": "", "examples": ["write to Ann"]},)
SECRET = "AKIA" + "Q7RT2MZX91PLV4KD"


@pytest.fixture
def world(tmp_path):
    (tmp_path / "src").mkdir()
    return ToolWorld(folders=(tmp_path,), workspace=tmp_path / "workspace", catalog=CATALOG)


def put(world, name, text):
    path = world.folders[0] / "src" / name
    path.write_text(text, encoding="utf-8")


def rules(world):
    return [(one["rule"], one["line"]) for one in scan_folder({"folder": "src"}, world)["findings"]]


@pytest.mark.parametrize(
    "text", ["scan ./src please", "look at `src`", "the folder src", "is src/ safe?", "check src."]
)
def test_a_folder_is_found_in_the_words(world, text):
    found = find_folder({"text": text}, world)
    assert (found["found"], found["folder"].endswith("/src")) == (True, True)


def test_this_folder_is_the_first_that_may_be_read(world):
    assert find_folder({"text": "scan this folder"}, world)["folder"] == str(world.folders[0])


@pytest.mark.parametrize("text", ["scan /etc", "scan ../..", "scan ./no/such", "scan ~root/", "scan it"])
def test_what_may_not_be_read_is_not_found_and_the_question_says_so(world, text):
    found = find_folder({"text": text}, world)
    assert (found["found"], found["folder"]) == (False, "")
    assert found["why"].endswith("Name its path.")


def test_a_link_out_of_the_folder_is_not_followed(world, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "key.txt").write_text(SECRET, encoding="utf-8")
    (world.folders[0] / "link").symlink_to(outside)
    (world.folders[0] / "src" / "key").symlink_to(outside / "key.txt")
    assert find_folder({"text": "scan ./link"}, world)["found"] is False
    assert rules(world) == []


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (f'key = "{SECRET}"', "cloud_access_key"),
        ('password = "hunter2hunter2"', "written_password"),
        ("-----BEGIN RSA PRIVATE KEY-----", "private_key"),
        ("url = 'postgres://me:s3cretword@db/x'", "password_in_url"),
        ("subprocess.run(x, shell=True)", "shell"),
        ("pickle.loads(data)", "unpickling"),
        ("eval(text)", "eval"),
        ("requests.get(u, verify=False)", "unchecked_certificate"),
        ("cursor.execute(f'select {x}')", "sql_from_text"),
        ("hashlib.md5(x)", "weak_hash"),
    ],
)
def test_what_is_risky_is_found_with_its_line(world, line, rule):
    put(world, "a.py", f"# first\n{line}\n")
    assert (rule, 2) in rules(world)


@pytest.mark.parametrize(
    "line",
    [
        'password = "changeme-please"',
        'password = os.environ["PASSWORD"]',
        "model.eval()",
        "retrieval(text)",
        "yaml.safe_load(x)",
        "the password is set elsewhere",
        "subprocess.run(x, shell=False)",
    ],
)
def test_what_only_looks_risky_is_let_be(world, line):
    put(world, "a.py", f"{line}\n")
    assert rules(world) == []


def test_a_secret_is_never_shown(world):
    put(world, "a.py", f'key = "{SECRET}"\n')
    found = scan_folder({"folder": "src"}, world)
    assert SECRET not in str(found)
    assert "AKIA…(20 characters)" in found["answer"]


def test_a_scan_of_what_may_not_be_read_fails_in_words(world):
    with pytest.raises(ToolFailure, match="may be read here"):
        scan_folder({"folder": "/etc"}, world)


@pytest.mark.parametrize(
    ("brief", "kind", "name"),
    [
        ("build me a page called bake-sale", "page", "bake-sale"),
        ("a python package named fizz", "package", "fizz"),
        ("create a checklist for the move", "notes", "checklist-move"),
        ("a page called ../../evil", "page", None),
    ],
)
def test_a_brief_becomes_a_plan(world, brief, kind, name):
    plan = plan_build({"brief": brief}, world)["plan"]
    assert plan["kind"] == kind
    assert name is None or plan["folder"] == name
    assert "/" not in plan["folder"]


def test_a_brief_that_fits_no_template_has_no_plan(world):
    assert plan_build({"brief": "dance"}, world)["fits"] is False


def test_words_of_the_brief_are_data_in_what_is_written(world):
    brief = "page called x <script>alert(1)</script> ''' import os"
    files = plan_build({"brief": brief}, world)["plan"]["files"]
    assert "<script>" not in files["index.html"]


@pytest.mark.parametrize("brief", ["a page called x", "a python module called y", "notes called z"])
def test_what_is_written_passes_its_checks_and_writing_twice_changes_nothing(world, brief):
    plan = plan_build({"brief": brief}, world)["plan"]
    first = write_build({"plan": plan}, world)
    files = [Path(first["folder"], name) for name in first["written"]]
    stamps = [(path.stat().st_ino, path.stat().st_mtime_ns) for path in files]
    assert write_build({"plan": plan}, world) == first
    assert [(path.stat().st_ino, path.stat().st_mtime_ns) for path in files] == stamps
    assert accept_build({"plan": plan}, world)["passed"] is True


def test_a_check_fails_when_a_file_was_changed(world):
    plan = plan_build({"brief": "a page called x"}, world)["plan"]
    folder = write_build({"plan": plan}, world)["folder"]
    (world.workspace / "x" / "index.html").write_text("<p>", encoding="utf-8")
    assert accept_build({"plan": plan}, world)["passed"] is False
    with pytest.raises(ToolFailure, match="nothing was written over it"):
        write_build({"plan": plan}, world)
    assert folder.endswith("x")


@pytest.mark.parametrize("place", [{"folder": "../x"}, {"folder": "x", "files": {"../../y": "text"}}, {"folder": "."}])
def test_nothing_is_written_outside_the_workspace(world, place):
    with pytest.raises(ToolFailure, match="outside the workspace"):
        write_build({"plan": {"files": {"a": "b"}, **place}}, world)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("what can you do?", "capabilities"),
        ("how do I add my own report?", "add_documents"),
        ("do I need an API key?", "model"),
        ("where is my data stored?", "privacy"),
        ("thanks!", "thanks"),
    ],
)
def test_questions_about_the_product_are_answered(world, text, topic):
    assert product_help({"text": text}, world)["topic"] == topic


def test_what_has_no_answer_is_said_to_have_none_and_what_there_is_is_offered(world):
    found = product_help({"text": "who won the cricket?"}, world)
    assert found["answer"].startswith("I have no answer to that")
    assert 'Mail: for example "write to Ann"' in found["answer"]


def test_help_in_another_language_says_so_in_that_language(world):
    answer = product_help({"text": "请帮我检查这个文件夹"}, world)["answer"]
    assert "英文" in answer
    assert "I work in English here." in answer
