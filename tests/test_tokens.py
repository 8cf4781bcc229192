"""Counting and cutting by tokens, in both languages and in text that is no text."""

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryhub.ai.tokens import count_messages, count_tokens, truncate_tokens

MIXED = "我住在杭州，I like 龙井茶 🍵 and 👨‍👩‍👧 walks. "


@pytest.mark.parametrize(
    ("text", "tokens"),
    # As counted by OpenAI's own o200k tables.
    [("", 0), ("hello world", 2), ("我喜欢喝茶", 4), ("<|endoftext|>", 7), ("tiktoken is great!", 6)],
)
def test_counts_are_those_of_o200k(text: str, tokens: int) -> None:
    assert count_tokens(text) == tokens


def test_a_lone_surrogate_and_a_nul_are_counted_not_an_error() -> None:
    assert count_tokens("a\ud800b\0") > 0
    assert truncate_tokens("a\ud800b\0" * 100, limit=5)


def test_a_prompt_costs_more_than_its_texts() -> None:
    messages = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": MIXED}]
    texts = count_tokens("Be kind.") + count_tokens(MIXED)
    assert count_messages(messages) == texts + 2 * (3 + 1) + 3


def test_tool_calls_are_counted() -> None:
    calls = [{"id": "1", "type": "function", "function": {"name": "search", "arguments": '{"q": "tea"}'}}]
    plain = count_messages([{"role": "assistant", "content": ""}])
    with_calls = count_messages([{"role": "assistant", "content": "", "tool_calls": calls}])
    assert with_calls - plain == count_tokens(json.dumps(calls))


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 20, 50])
def test_a_cut_text_is_the_beginning_in_whole_characters_and_fits(limit: int) -> None:
    cut = truncate_tokens(MIXED * 20, limit=limit)
    assert (MIXED * 20).startswith(cut)
    assert limit - 4 <= count_tokens(cut) <= limit


def test_what_fits_is_not_touched() -> None:
    assert truncate_tokens(MIXED, limit=count_tokens(MIXED)) == MIXED
    assert truncate_tokens(MIXED, limit=0) == ""


@given(text=st.text(), limit=st.integers(min_value=0, max_value=30))
def test_any_text_can_be_cut(text: str, limit: int) -> None:
    cut = truncate_tokens(text, limit=limit)
    assert text.startswith(cut)
    assert count_tokens(cut) <= limit


def test_a_long_text_is_counted_quickly_enough_for_a_request() -> None:
    assert count_tokens("我住在杭州。" * 50_000) > 100_000


def test_importing_the_module_reads_no_vocabulary() -> None:
    code = "import sys, memoryhub.ai.tokens; sys.exit('bpe_openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
