"""models.yaml: what is configured, where keys may go, and what is wrong with a file."""

from decimal import Decimal

import pytest

from dragoman.app.models import configured_models, open_dispatcher
from dragoman.app.runtime import Runtime
from dragoman.app.settings import SettingsError, load_settings
from dragoman.errors import SpecError
from dragoman.models.settings import ModelsSpec
from dragoman.specs.reader import parse

TWO = """
candidates:
  - { id: "free:ollama", profile: ollama, model: "qwen3:8b", max_concurrent: 1, call_timeout: 2m }
  - { id: "paid:deepseek", profile: deepseek, key: DEEPSEEK_API_KEY }
deadline: 1m30s
"""


def spec(text: str) -> ModelsSpec:
    return parse(text, ModelsSpec, file="models.yaml")


def one(**values: str) -> str:
    fields = {"id": '"paid:one"', "model": "m"} | values
    return f"candidates:\n  - {{ {', '.join(f'{key}: {value}' for key, value in fields.items())} }}\n"


def settings(tmp_path, **environ: str):
    return load_settings({"DRAGOMAN_HOME": str(tmp_path), **environ})


def ids(models) -> list[str]:
    return [candidate.id for candidate in models.spec.candidates]


def test_families_bring_their_address_and_usual_model():
    first, second = spec(TWO).candidates
    assert (first.address, first.name) == ("http://127.0.0.1:11434/v1", "qwen3:8b")
    assert (second.address, second.name) == ("https://api.deepseek.com", "deepseek-flash")


def test_durations_are_written_as_people_write_them():
    assert spec(TWO).deadline.total_seconds() == 90
    assert spec(TWO).candidates[0].call_timeout.total_seconds() == 120


def test_a_free_model_costs_nothing_a_listed_one_its_price_and_another_an_unknown_one():
    free, listed = spec(TWO).candidates
    unknown = spec(one(url="https://host.example/v1")).candidates[0]
    assert (free.usd.input, listed.usd.input, unknown.usd) == (Decimal(0), Decimal("0.30"), None)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (one(), "has no url"),
        (one(profile="ollama", model='""'), "names no model"),
        (one(profile="olama"), "Did you mean"),
        (one(id="one"), "id"),
        (one(url="ftp://host/v1"), "is no address"),
        (one(url="http://127.0.0.1:70000/v1"), "out of range"),
        (one(url="https://me:secret@host/v1"), "holds no password"),
        (one(url="https://host/v1?key=1"), "holds no password"),
        (
            one(url="https://evil.example/v1", key="OPENAI_API_KEY"),
            "is sent to api.openai.com only, not to evil.example",
        ),
        (one(url="http://192.168.1.9/v1", key="MY_KEY"), "unencrypted"),
        (one(url="https://host/v1", key="HOME"), "key"),
        (one(url="https://host/v1", call_timeout="30"), "is no duration"),
        (one(url="https://host/v1", call_timeout='"soon"'), "is no duration"),
        (one(url="https://host/v1", api_key="sk-1"), "unknown key 'api_key'"),
        ("candidates: []", "at least 1"),
        (TWO.replace("paid:deepseek", "free:ollama"), "stands there twice"),
    ],
)
def test_a_faulty_file_is_refused_with_its_place(text, problem):
    with pytest.raises(SpecError) as caught:
        spec(text)
    assert problem in caught.value.message
    assert "models.yaml:" in caught.value.message


def test_a_key_that_stands_where_its_name_belongs_is_not_shown():
    with pytest.raises(SpecError) as caught:
        spec(one(url="https://host.example/v1", key="sk-0123456789abcdef"))
    assert "no name of a variable" in caught.value.message
    assert "0123456789" not in caught.value.message


def test_an_address_may_name_the_endpoint_too():
    assert spec(one(url="https://host.example/v1/chat/completions")).candidates[0].address == "https://host.example/v1"


def test_a_key_may_go_unencrypted_where_the_file_says_so():
    assert spec(one(url="http://192.168.1.9/v1", key="MY_KEY", plain_http="true")).candidates


def test_without_a_file_and_without_keys_there_is_no_model(tmp_path):
    with Runtime(settings(tmp_path)) as runtime:
        assert runtime.language_model is None


def test_each_known_key_is_a_candidate_and_ones_own_server_comes_first(tmp_path):
    environ = {"OPENAI_API_KEY": "b", "DEEPSEEK_API_KEY": "a", "DRAGOMAN_MODEL_URL": "http://127.0.0.1:9/v1"}
    models = configured_models(settings(tmp_path, **environ))
    assert ids(models) == ["free:own", "paid:deepseek", "paid:openai"]


def test_an_own_server_with_a_key_is_a_paid_one(tmp_path):
    environ = {"DRAGOMAN_MODEL_URL": "https://host.example/v1", "DRAGOMAN_MODEL_KEY": "k"}
    assert ids(configured_models(settings(tmp_path, **environ))) == ["paid:own"]


def test_an_address_that_is_none_is_refused(tmp_path):
    with pytest.raises(SettingsError, match="is no address"):
        configured_models(settings(tmp_path, DRAGOMAN_MODEL_URL="localhost:11434"))


def test_the_file_of_the_home_counts_and_a_projects_own_before_it_and_a_named_one_before_both(tmp_path):
    home, project, named = tmp_path / "home", tmp_path / "project", tmp_path / "named.yaml"
    for folder, name in ((home, "home"), (project, "project")):
        folder.mkdir()
        (folder / "models.yaml").write_text(one(id=f'"free:{name}"', profile="ollama"))
    named.write_text(one(id='"free:named"', profile="ollama"))
    assert ids(configured_models(settings(home))) == ["free:home"]
    assert ids(configured_models(settings(home), project)) == ["free:project"]
    assert ids(configured_models(settings(home, DRAGOMAN_MODELS=str(named)), project)) == ["free:named"]


def test_a_key_of_the_file_is_taken_from_the_environment(tmp_path):
    (tmp_path / "models.yaml").write_text(one(url="https://host.example/v1", key="MY_OWN_KEY"))
    known = settings(tmp_path, MY_OWN_KEY="k")
    models = configured_models(known)
    assert models is not None
    assert known.keys["MY_OWN_KEY"].reveal() == "k"
    assert len(open_dispatcher(models, known).candidates) == 1


def test_a_model_whose_key_is_not_set_is_left_out(tmp_path):
    (tmp_path / "models.yaml").write_text(one(url="https://host.example/v1", key="MY_OWN_KEY"))
    with Runtime(settings(tmp_path)) as runtime:
        assert runtime.configured_models is not None
        assert runtime.language_model is None


def test_a_project_of_somebody_else_cannot_have_a_key_sent_where_it_likes(tmp_path):
    (tmp_path / "models.yaml").write_text(one(url="https://evil.example/v1", key="FORGE_KEY"))
    with pytest.raises(SpecError, match="a project may not name FORGE_KEY"):
        configured_models(settings(tmp_path / "home", FORGE_KEY="k"), tmp_path)


def test_under_the_policy_embedded_there_is_no_model_whatever_is_configured(tmp_path):
    with Runtime(settings(tmp_path, DEEPSEEK_API_KEY="k", DRAGOMAN_POLICY="embedded")) as runtime:
        assert runtime.language_model is None


def test_an_unknown_policy_is_refused_with_the_nearest(tmp_path):
    with pytest.raises(SettingsError, match='Did you mean "cascade"'):
        settings(tmp_path, DRAGOMAN_POLICY="cascad")


@pytest.mark.parametrize("name", ["DEEPSEEK_API_KEY", "OPENAI_API_KEY", "DRAGOMAN_MODEL_KEY"])
@pytest.mark.parametrize("key", ["sk-cän4ry", "sk-c4n4ry…", "sk-c4n4ry rest", "\u201csk-c4n4ry\u201d", "sk-c4n4ry\nx"])
def test_a_key_that_no_header_takes_is_refused_by_its_name_and_never_shown(tmp_path, name, key):
    environ = {name: key, "DRAGOMAN_MODEL_URL": "https://host.example/v1"}
    with pytest.raises(SettingsError) as caught:
        configured_models(settings(tmp_path, **environ))
    assert name in caught.value.problem
    assert "4ry" not in f"{caught.value} {caught.value.remedy}"


def test_a_key_of_somebody_else_may_be_as_it_likes(tmp_path):
    environ = {"OTHER_KEY": "schlüssel", "DEEPSEEK_API_KEY": "sk-a"}
    assert ids(configured_models(settings(tmp_path, **environ))) == ["paid:deepseek"]


@pytest.mark.parametrize("name", ["DRAGOMAN_MODEL_NAME", "DRAGOMAN_MODEL_KEY"])
def test_the_name_or_key_of_a_server_without_its_address_is_not_ignored(tmp_path, name):
    with pytest.raises(SettingsError, match=f"{name} is set, and DRAGOMAN_MODEL_URL"):
        configured_models(settings(tmp_path, **{name: "x", "DEEPSEEK_API_KEY": "a"}))


def test_the_remedy_of_an_unencrypted_address_is_one_that_can_be_done(tmp_path):
    environ = {"DRAGOMAN_MODEL_URL": "http://host.example/v1", "DRAGOMAN_MODEL_KEY": "k"}
    with pytest.raises(SettingsError) as caught:
        configured_models(settings(tmp_path, **environ))
    assert "models.yaml" in caught.value.remedy
