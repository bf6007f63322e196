"""What tests do on the page and read from it."""

from playwright.sync_api import Page

ANSWERED = ":is(.line, .question, .notice, .stopped)"


def ask(page: Page, words: str) -> None:
    """Type a question and send it."""
    page.fill("#ask", words)
    page.press("#ask", "Enter")


def ask_and_wait(page: Page, words: str) -> None:
    """Ask, and wait until the newest turn has an answer or a question back."""
    before = page.locator("turn-view").count()
    ask(page, words)
    page.wait_for_selector(f"turn-view:nth-child({before + 1}) {ANSWERED}")


def words_of(page: Page, selector: str) -> str:
    """Return the text of the first element, its white space made plain."""
    return " ".join(page.locator(selector).first.inner_text().split())
