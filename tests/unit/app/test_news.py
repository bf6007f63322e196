"""Which sources of news are configured, and what `dragoman news` says about them."""

import json

import pytest

from dragoman.app.runtime import Runtime
from dragoman.app.settings import Settings, load_settings
from dragoman.assistants.mines.news_sources.spec import FeedPlaceError, NewsSourceNameError
from dragoman.cli.main import run
from dragoman.errors import SpecError
from dragoman.models.secret import Secret

RSS = """<rss version="2.0"><channel><title>t</title><item><title>BHP digs</title>
<pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate></item></channel></rss>"""


@pytest.fixture
def desk(tmp_path):
    """Open the sources that a `news.yaml` in the home names."""

    def desk(text=None, **settings):
        if text:
            (tmp_path / "news.yaml").write_text(text, encoding="utf-8")
        with Runtime(Settings(home=tmp_path, **settings)) as runtime:
            return runtime.news()

    return desk


def test_without_a_file_there_is_the_folder_and_with_a_key_the_service(desk):
    assert [one.kind for one in desk().listed] == ["folder"]
    assert [one.kind for one in desk(keys={"TAVILY_API_KEY": Secret("tvly-canary")}).listed] == ["folder", "tavily"]


def test_the_sources_of_the_file_are_opened_and_paths_count_from_it(desk, tmp_path):
    (tmp_path / "items").mkdir()
    found = desk("sources:\n- {kind: folder, name: ours, path: items}\n- {kind: feed, name: f, path: f.xml}\n")
    assert [(one.name, one.place) for one in found.listed] == [
        ("ours", str(tmp_path / "items")),
        ("f", str(tmp_path / "f.xml")),
    ]


def test_a_service_without_a_key_is_listed_with_what_to_do(desk):
    [one] = desk("sources: [{kind: tavily}]\n").listed
    assert (one.problem, one.remedy) == ("there is no key for it", "Set TAVILY_API_KEY in the environment.")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("sources: [{kind: feed, name: f}]\n", FeedPlaceError),
        ("sources: [{kind: feed, name: f, url: 'https://x', path: y}]\n", FeedPlaceError),
        ("sources: [{kind: tavily, name: a}, {kind: tavily, name: a}]\n", NewsSourceNameError),
        ("sources: [{kind: radio, name: a}]\n", SpecError),
        ("sources: [{kind: tavily, key: tvly-canary}]\n", SpecError),
        ("sauces: []\n", SpecError),
    ],
)
def test_a_fault_in_the_file_is_said_with_its_place(desk, text, fault):
    with pytest.raises(fault) as error:
        desk(text)
    assert "news.yaml" in str(error.value.where)


def test_the_key_comes_from_the_environment_and_shows_itself_nowhere():
    settings = load_settings({"HOME": "/h", "TAVILY_API_KEY": " tvly-canary ", "DRAGOMAN_PRIVATE_HOSTS": "a.corp, b"})
    assert settings.keys["TAVILY_API_KEY"].reveal() == "tvly-canary"
    assert settings.private_hosts == ("a.corp", "b")
    assert "canary" not in repr(settings)


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """Run `dragoman news …` in a home of its own."""
    monkeypatch.setenv("DRAGOMAN_HOME", str(tmp_path))
    monkeypatch.setenv("DRAGOMAN_REFERENCE_DATE", "2026-11-30")

    def command(*arguments):
        status = run(["news", *arguments])
        return status, capsys.readouterr().out

    return command


def test_the_list_says_what_is_configured_and_where(command, tmp_path):
    (tmp_path / "news.yaml").write_text("sources: [{kind: tavily}]\n")
    status, out = command("list")
    assert status == 0
    assert "Tavily" in out
    assert "Set TAVILY_API_KEY" in out
    assert str(tmp_path / "news.yaml") in out


def test_a_check_asks_each_source_once_and_fails_when_one_does(command, tmp_path):
    (tmp_path / "f.xml").write_text(RSS)
    (tmp_path / "news.yaml").write_text("sources: [{kind: feed, name: f, path: f.xml}, {kind: feed, name: g, path: g}]")
    status, out = command("check", "--json")
    good, bad = json.loads(out)
    assert (status, good["ok"], good["items"], good["newest"]) == (1, True, 1, "2026-11-02")
    assert (bad["ok"], bad["notes"][0]["reason"]) == (False, "there is no such file")


def test_a_check_in_words_has_the_remedy(command, tmp_path):
    (tmp_path / "news.yaml").write_text("sources: [{kind: feed, name: inside, url: 'http://127.0.0.1/feed'}]")
    status, out = command("check")
    assert status == 1
    assert "I could not read inside: it leads into a private network." in out
    assert "DRAGOMAN_PRIVATE_HOSTS" in out
