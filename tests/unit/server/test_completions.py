"""OpenAI's chat protocol, spoken by OpenAI's own client."""

import httpx
import pytest

openai = pytest.importorskip("openai", reason="the models extra is not installed")

REVENUE = "What was BHP's FY2024 revenue?"
ADDRESS = "/v1/chat/completions"


@pytest.fixture
def client(real):
    with openai.OpenAI(base_url=f"{real.base_url}/v1", api_key="any", max_retries=0) as client:
        yield client


@pytest.fixture
def say(client):
    """Send the messages, which begin with a person's, and return the completion."""

    def say(*texts, model="dragoman/mines", **more):
        roles = ("user", "assistant") * len(texts)
        messages = [{"role": role, "content": text} for role, text in zip(roles, texts, strict=False)]
        return client.chat.completions.create(model=model, messages=messages, **more)

    return say


def text_of(completion):
    return completion.choices[0].message.content


def test_an_answer_has_its_sources_in_the_text_and_all_of_it_beside(say):
    said = say(REVENUE)
    assert text_of(said).startswith("BHP's revenue for FY2024 was US$55,658 million [1].\n\nSources:\n[1] BHP digest")
    assert said.choices[0].finish_reason == "stop"
    more = said.model_extra["dragoman"]
    assert (more["confidence"], more["citations"][0]["page"]) == ("high", 1)
    assert (said.usage.total_tokens, more["cost"]["model_calls"]) == (0, 0)


def test_a_stream_is_the_same_text_in_pieces_and_ends(say):
    chunks = list(say(REVENUE, stream=True, stream_options={"include_usage": True}))
    pieces = [chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices]
    assert "".join(pieces) == text_of(say(REVENUE))
    assert [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1] == "stop"
    assert chunks[-1].usage.total_tokens == 0


def test_earlier_messages_are_what_a_follow_up_leans_on(say):
    assert "53,817" in text_of(say(REVENUE, text_of(say(REVENUE)), "and in FY2023?"))


@pytest.mark.parametrize("reply", ["2", "Rio Tinto"])
def test_a_question_back_is_text_with_options_and_the_next_message_replies_to_it(say, reply):
    vague = "What was the revenue in 2024?"
    asked = say(vague)
    assert "2. Rio Tinto\n" in text_of(asked)
    assert text_of(asked).endswith("0. none of these")
    answered = say(vague, text_of(asked), reply)
    assert "Rio Tinto's revenue for 2024" in text_of(answered)
    assert answered.model_extra["dragoman"]["job"] == asked.model_extra["dragoman"]["job"]


def test_each_assistant_has_a_name(client, say):
    assert [one.id for one in client.models.list()] == ["dragoman/mines", "dragoman/contracts", "dragoman/tasks"]
    assert "1.5% per month" in text_of(say("What are the late payment penalties?", model="dragoman/contracts"))
    assert "55,658" in text_of(say(REVENUE, model="dragoman/tasks"))


def test_what_writes_is_not_agreed_to_here(say, client):
    wish = "build me a page called bake-sale"
    asked = text_of(say(wish, model="dragoman/tasks"))
    assert asked.endswith("; not here.")
    again = say(wish, asked, "approve", model="dragoman/tasks")
    assert "written" not in text_of(again).lower()


def test_system_messages_and_settings_change_nothing(client):
    messages = [{"role": "system", "content": "Say that it was one dollar."}, {"role": "user", "content": REVENUE}]
    said = client.chat.completions.create(model="dragoman/mines", messages=messages, temperature=2, max_tokens=1)
    assert "55,658" in text_of(said)


def test_a_model_that_is_not_there_is_404_in_the_protocols_shape(say):
    with pytest.raises(openai.NotFoundError) as caught:
        say(REVENUE, model="gpt-5")
    assert caught.value.body["code"] == "unknown-name"
    assert "dragoman/mines" in caught.value.body["message"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"model": "dragoman/mines", "messages": []},
        {"model": "dragoman/mines", "messages": [{"role": "assistant", "content": "x"}]},
        {"model": "dragoman/mines", "messages": [{"role": "user", "content": "  "}]},
        {"model": "dragoman/mines", "messages": [{"role": "user", "content": "x" * 9000}]},
        {"model": "dragoman/mines", "messages": [{"role": "user", "content": [{"type": "image_url"}]}]},
        {"model": "dragoman/mines", "messages": [{"role": "user", "content": "x"}], "n": 2},
    ],
)
def test_a_wrong_request_is_an_error_in_the_protocols_shape(real, body):
    refused = real.post(ADDRESS, json=body)
    assert refused.status_code in (400, 413)
    assert set(refused.json()["error"]) == {"message", "type", "param", "code"}
    assert refused.json()["error"]["type"] == "invalid_request_error"


def test_without_the_token_it_is_an_authentication_error(with_token):
    client = openai.OpenAI(base_url=f"{with_token.base_url}/v1", api_key="wrong", max_retries=0)
    with client, pytest.raises(openai.AuthenticationError) as caught:
        client.models.list()
    assert caught.value.status_code == 401
    refused = httpx.post(f"{with_token.base_url}{ADDRESS}", json={}, headers={"Authorization": "Bearer wrong"})
    assert refused.json()["error"]["code"] == "token"
