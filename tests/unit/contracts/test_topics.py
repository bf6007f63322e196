"""Topics: which questions are about them, and which only look like it."""

import pytest

from dragoman.assistants.contracts.topics import topics_of

ABOUT = [
    ("How long does the first term run?", "duration of the agreement"),
    ("When does the agreement expire?", "duration of the agreement"),
    ("When did the contract begin?", "beginning of the agreement"),
    ("Does it roll over at the end of the year?", "renewal"),
    ("Can the term be extended?", "extension"),
    ("How many days to cure a breach?", "time to put a breach right"),
    ("Can they walk away without a reason?", "termination without a reason"),
    ("What if the company is taken over?", "change of control"),
    ("May he work for a rival?", "non-compete"),
    ("Is poaching of employees forbidden?", "hiring"),
    ("May they badmouth each other?", "disparagement"),
    ("Is there a sales quota?", "minimum purchase"),
    ("May we use your logo?", "publicity"),
    ("Who pays the lawyers?", "legal costs"),
    ("Is the consultant an employee?", "independent contractor"),
    ("Is a jury trial possible?", "jury trial"),
    ("Does an earthquake excuse delay?", "force majeure"),
    ("What is outside the scope?", "what is left out"),
]
NOT_ABOUT = [
    ("Does he get health insurance?", "insurance"),
    ("How much notice must be given?", "notices"),
    ("What must a party do when a court compels disclosure?", "courts"),
    ("How much is due when the contract is signed?", "beginning of the agreement"),
    ("When is an emailed notice effective?", "beginning of the agreement"),
    ("Which obligations survive?", "duties of a party"),
    ("Who owns the deliverables?", "exclusivity"),
]


def names(question):
    return {topic.subject.name for topic in topics_of(question)}


@pytest.mark.parametrize(("question", "topic"), ABOUT)
def test_a_question_is_about_its_topic(question, topic):
    assert topic in names(question)


@pytest.mark.parametrize(("question", "topic"), NOT_ABOUT)
def test_a_question_is_not_about_a_topic_it_only_resembles(question, topic):
    assert topic not in names(question)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Which law governs?", "The law of Ohio governs."),
        ("Which law governs?", "This Agreement shall be construed under the laws of Ohio."),
        ("Is there a non-compete?", "The Seller shall not own a business which competes with the Buyer."),
        ("Is poaching forbidden of the other party?", "Neither side shall solicit staff."),
    ],
)
def test_a_sentence_that_answers_is_known(question, sentence):
    assert any(topic.subject.is_spoken_of(sentence) for topic in topics_of(question))


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Which law governs?", "Interest is never more than the law allows."),
        ("Is there a non-compete?", "The Provider offers competitive prices."),
        ("Must they be vetted by background checks?", "Background of the agreement."),
    ],
)
def test_a_sentence_that_only_has_the_word_is_not(question, sentence):
    assert not any(topic.subject.is_spoken_of(sentence) for topic in topics_of(question))
