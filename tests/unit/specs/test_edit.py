import pytest

from dragoman.specs.edit import UneditableSpecError, with_item, with_words

ITEM = {"ticker": "NFLX", "name": "Netflix", "aliases": ["Netflix, Inc."], "year_end_month": 12}
ADDED = '- ticker: NFLX\n  name: Netflix\n  aliases: ["Netflix, Inc."]\n  year_end_month: 12\n'


def indented(text: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.splitlines())


def test_an_item_goes_behind_the_last_one_and_all_else_stays_as_it_is() -> None:
    before = "# mine\ncompanies:\n    - ticker: A   # the first\n      name: 'Alpha'\n"
    after = "\n# words\nmore_synonyms: {A: [al]}\n"

    text = with_item(before + after, "companies", ITEM, file="x.yaml")

    assert text == before + indented(ADDED, 4) + after


def test_an_empty_list_becomes_one_with_the_item_and_keeps_its_comment() -> None:
    text = with_item("companies: []  # none yet\nname: x\n", "companies", ITEM, file="x.yaml")

    assert text == "companies:  # none yet\n" + indented(ADDED, 2) + "name: x\n"


def test_a_file_of_comments_gets_the_key_at_its_end() -> None:
    assert with_item("# mine", "companies", ITEM, file="x.yaml") == "# mine\ncompanies:\n" + indented(ADDED, 2)


def test_a_comment_behind_the_last_value_stays_with_it() -> None:
    before = "companies:\n- ticker: A # last\n"

    assert with_item(before, "companies", ITEM, file="x.yaml") == before + ADDED


@pytest.mark.parametrize(
    "text", ["companies: [{ticker: A}]", "companies: many", "{companies: []}", "- a", "a: [", "a: b: c"]
)
def test_what_would_have_to_be_written_anew_is_refused(text: str) -> None:
    with pytest.raises(UneditableSpecError, match="by hand"):
        with_item(text, "companies", ITEM, file="x.yaml")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", 'more_rows:\n  revenue: [Turnover, "Sales (net)"]\n'),
        ("more_rows:\n  debt: [a]\n", 'more_rows:\n  debt: [a]\n  revenue: [Turnover, "Sales (net)"]\n'),
        ("more_rows:\n  revenue: [a] # x\n", 'more_rows:\n  revenue: [a, Turnover, "Sales (net)"] # x\n'),
        ("more_rows:\n  revenue: []\n", 'more_rows:\n  revenue: [Turnover, "Sales (net)"]\n'),
        ("more_rows:\n  revenue:\n    - a\n", 'more_rows:\n  revenue:\n    - a\n    - Turnover\n    - "Sales (net)"\n'),
    ],
)
def test_words_are_added_to_the_list_of_a_name(before: str, after: str) -> None:
    assert with_words(before, "more_rows", "revenue", ["Turnover", "Sales (net)"], file="x.yaml") == after


@pytest.mark.parametrize("word", ["no", "12", "a: b", "#x", '"', "é'`", "- x", "null", "&a", "[", "a\\b"])
def test_every_word_is_read_back_as_it_was(word: str) -> None:
    from ruamel.yaml import YAML

    text = with_words("", "more", "x", [word], file="x.yaml")

    assert YAML(typ="safe").load(text) == {"more": {"x": [word]}}
