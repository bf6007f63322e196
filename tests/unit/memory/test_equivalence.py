import pytest

from dragoman.memory.equivalence import MAX_IN_CONFLICT, equivalence

SAME = [
    ("How do I enable 2FA?", "How do I turn on 2FA?"),
    ("Why did profit fall?", "What caused profit to fall?"),
    ("What are the risks to the strategy?", "What are the risks to the strategy"),
    ("What is planned for the Escondida mine?", "what is planned for the Escondda mine"),
]
CONFLICTS = [
    ("turn on dark mode", "turn off dark mode"),
    ("Why did profit rise?", "Why did profit fall?"),
    ("What happened within 30 days?", "What happened within 60 days?"),
    ("What did they sell?", "What did they not sell?"),
    ("How do I turn copper into gold?", "How do I turn gold into copper?"),
    ("What are the advantages of owner mining?", "What are the disadvantages of owner mining?"),
    ("Can one be not rich and happy?", "Can one be rich and not happy?"),
    ("revenue before special items", "revenue after special items"),
    ("Do Indian miners like Chinese buyers?", "Do Chinese miners like Indian buyers?"),
]


@pytest.mark.parametrize(("left", "right"), CONFLICTS)
def test_what_differs_in_polarity_number_or_order_is_never_the_same(left, right):
    assert equivalence(left, right) <= MAX_IN_CONFLICT


@pytest.mark.parametrize(("left", "right"), SAME)
def test_other_words_for_the_same_are_likelier_the_same_than_not(left, right):
    assert equivalence(left, right) > 0.5


@pytest.mark.parametrize(("left", "right"), [*SAME, *CONFLICTS])
def test_it_does_not_matter_which_comes_first(left, right):
    assert equivalence(left, right) == equivalence(right, left)


def test_only_the_same_words_are_certain():
    assert equivalence("Why  did Profit fall", "why did profit fall?") == 1.0
    assert equivalence("Why did the profit fall?", "Why did profit fall?") < 1.0


@pytest.mark.parametrize(("left", "right"), [("", "why"), ("", "?!"), ("42", "43"), ("why " * 3000, "how " * 3000)])
def test_odd_texts_are_compared_without_complaint(left, right):
    assert 0 <= equivalence(left, right) <= 1


def test_texts_without_a_word_in_common_are_not_the_same():
    assert equivalence("Who is the chief executive?", "How does alumina refining work?") < 0.05
