"""No key is ever shown: not in errors, events, meters, settings or the text of any object."""

import logging
import subprocess
import sys
import traceback
from pathlib import Path

import httpx2
import pytest
from tests.unit.models.room import WRITE

from dragoman import telemetry
from dragoman.app.models import configured_models, open_dispatcher
from dragoman.app.settings import load_settings
from dragoman.models.chat import ChatRequest, Message
from dragoman.models.errors import ModelUnavailableError, ProviderError
from dragoman.models.meter import Meter
from dragoman.models.profiles import packaged_profiles
from dragoman.models.providers.openai_compatible import OpenAICompatibleModel
from dragoman.models.secret import Secret
from dragoman.testing.openai_script import ReplySpec
from dragoman.testing.openai_server import OpenAIServer

ROOT = Path(__file__).parents[3]
WORDS = "a confidential sentence"
CANARY = "sk-canary-7f3a9c"
ASKED = ChatRequest(messages=(Message(role="user", content=WORDS),))


def test_a_secret_shows_itself_nowhere():
    secret = Secret(CANARY)
    assert CANARY not in f"{secret} {secret!r} {[secret]} {vars(type(secret))}"


def test_settings_and_models_do_not_show_the_keys_they_hold(tmp_path):
    settings = load_settings({"DRAGOMAN_HOME": str(tmp_path), "DEEPSEEK_API_KEY": CANARY, "OPENAI_API_KEY": CANARY})
    models = configured_models(settings)
    assert models is not None
    assert CANARY not in f"{settings!r} {models!r} {open_dispatcher(models, settings).candidates!r}"


@pytest.mark.parametrize("fault", ["unauthorized", "server_error", "bad_request", "dropped_connection", "error_event"])
async def test_neither_key_nor_words_are_in_errors_events_logs_and_tracebacks(fault, tmp_path, caplog):
    heard: list[object] = []
    telemetry.listen(lambda name, values: heard.append((name, values)))
    caplog.set_level(logging.DEBUG)
    with OpenAIServer([ReplySpec(fault=fault, times="always")]) as server:
        settings = load_settings(
            {"DRAGOMAN_HOME": str(tmp_path), "DRAGOMAN_MODEL_URL": server.url, "DRAGOMAN_MODEL_KEY": CANARY}
            | {"DRAGOMAN_MODEL_NAME": "scripted"}
        )
        models, meter = configured_models(settings), Meter()
        assert models is not None
        asked = open_dispatcher(models, settings)
        with pytest.raises(ModelUnavailableError) as caught:
            await asked.write(WRITE, {"text": WORDS}, meter=meter)
        await asked.aclose()
    shown = f"{caught.value} {''.join(traceback.format_exception(caught.value))} {heard} {meter} {models}"
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("dragoman")]
    everywhere = shown + "".join(ours) + "".join(record.getMessage() for record in caplog.records)
    assert CANARY not in everywhere
    assert WORDS not in shown + "".join(ours)


async def test_a_server_that_repeats_the_key_in_its_error_is_not_repeated():
    def repeat(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(401, json={"error": {"message": f"Incorrect API key provided: {CANARY}"}})

    with pytest.raises(ProviderError) as caught:
        await model_over(httpx2.MockTransport(repeat)).reply(ASKED)
    assert CANARY not in "".join(traceback.format_exception(caught.value))


def model_over(transport: httpx2.AsyncBaseTransport, key: Secret | None = Secret(CANARY)) -> OpenAICompatibleModel:  # noqa: B008  # immutable
    return OpenAICompatibleModel(
        "paid:x",
        url="http://127.0.0.1:1/v1",
        model="m",
        profile=packaged_profiles()["generic"],
        key=key,
        transport=transport,
    )


async def test_a_redirect_is_not_followed_so_the_key_stays_here():
    asked: list[str] = []

    def lead_away(request: httpx2.Request) -> httpx2.Response:
        asked.append(request.url.host)
        return httpx2.Response(307, headers={"location": "http://elsewhere.example/v1/chat/completions"})

    with pytest.raises(ProviderError, match="redirects are not followed"):
        await model_over(httpx2.MockTransport(lead_away)).reply(ASKED)
    assert asked == ["127.0.0.1"]


async def test_an_endless_body_is_given_up():
    def endless(request: httpx2.Request) -> httpx2.Response:
        async def parts():
            while True:
                yield b" " * 1_000_000

        return httpx2.Response(200, content=parts())

    with pytest.raises(ProviderError, match="far longer"):
        await model_over(httpx2.MockTransport(endless)).reply(ASKED)


_FOREIGN = """
import asyncio, httpx2
from tests.unit.models.test_secrets import ASKED, model_over
from dragoman.models.errors import ProviderError
def note(request):
    print({name: value for name, value in request.headers.items()})
    return httpx2.Response(500)
try:
    asyncio.run(model_over(httpx2.MockTransport(note), key=None).reply(ASKED))
except ProviderError as failure:
    print(failure)
"""


def test_what_the_environment_holds_for_openai_is_not_sent_to_another_server():
    foreign = {
        "OPENAI_API_KEY": CANARY,
        "OPENAI_ORG_ID": CANARY,
        "OPENAI_PROJECT_ID": CANARY,
        "OPENAI_BASE_URL": CANARY,
    }
    paths = {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "PATH": "", "DRAGOMAN_HOME": "/nowhere"}
    done = subprocess.run(  # noqa: PLW1510  # how it ends is in what it prints
        [sys.executable, "-c", _FOREIGN], env=foreign | paths, capture_output=True, text=True, cwd=ROOT
    )
    assert "server-error" in done.stdout
    assert CANARY not in done.stdout + done.stderr
