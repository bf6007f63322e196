from datetime import UTC, datetime, timedelta

from dragoman.stores.threads import ThreadStore


# M-098
def test_the_thirty_newest_threads_are_listed_by_their_first_words():
    store = ThreadStore(None)
    noon = datetime(2026, 11, 30, 12, tzinfo=UTC)
    for number in range(31):
        store.start(f"t-{number}", noon + timedelta(minutes=number))
        store.add_turn(f"t-{number}", f"question {number}", noon)
    listed = store.threads()
    assert len(listed) == 30
    assert listed[0] == ("t-30", "question 30")
    assert "t-0" not in dict(listed)
