"""Structured replies: one repair turn with what was wrong, then a named error."""

import pytest
from tests.unit.models.room import DECIDE, INPUTS, Choice, candidate, dispatcher

from dragoman.models.chat import Reply, ToolCall
from dragoman.models.errors import ProviderError, ReplyFormError
from dragoman.models.meter import Meter
from dragoman.models.structured import read_reply


async def pick(*candidates, meter=None) -> Choice:
    return await dispatcher(*candidates).propose(DECIDE, INPUTS, Choice, meter=meter or Meter())


@pytest.mark.parametrize(
    "spoiled",
    [
        "I would say news.",
        '{"route": "nws"}',
        '{"route": "news"',
        '["news"]',
        '"news"',
        "{}",
        Reply(content='{"route": "news"}', is_whole=False),
        [ToolCall(id="1", name="somewhere_else", arguments={"route": "news"})],
    ],
)
async def test_a_reply_of_the_wrong_form_is_repaired_once(spoiled):
    one = candidate("free:one", [spoiled, {"route": "news"}])
    assert await pick(one) == Choice(route="news")
    assert len(one.model.requests) == 2


async def test_the_repair_shows_the_reply_and_what_was_wrong_with_it():
    one = candidate("free:one", ['{"route": "nws"}', {"route": "news"}])
    await pick(one)
    said, wish = one.model.requests[1].messages[-2:]
    assert said.content == '{"route": "nws"}'
    assert "route: Input should be 'figures' or 'news'" in wish.content


async def test_a_second_wrong_reply_is_a_named_error_and_nobody_else_is_asked():
    meter, other = Meter(), candidate("paid:two", [{"route": "news"}])
    with pytest.raises(ReplyFormError, match="free:one did not reply to pick@3 in the asked form"):
        await pick(candidate("free:one", ["no", "no"]), other, meter=meter)
    assert (len(meter.calls), other.model.unused) == (2, 1)


async def test_the_error_holds_no_word_of_the_reply():
    with pytest.raises(ReplyFormError) as caught:
        await pick(candidate("free:one", ['{"route": "canary"}', '{"canary": 1}']))
    assert "canary" not in caught.value.message


async def test_the_model_that_replied_repairs_and_another_one_where_it_cannot():
    one = candidate("free:one", ["no", ProviderError("server-error")])
    assert await pick(one, candidate("paid:two", [{"route": "news"}])) == Choice(route="news")


@pytest.mark.parametrize("text", ['```json\n{"route": "news"}\n```', ' {"route": "news"}\n'])
def test_a_block_of_code_around_json_is_no_fault(text):
    assert read_reply(Reply(content=text), Choice) == Choice(route="news")
