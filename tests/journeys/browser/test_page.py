"""The page itself: empty states, keys, light and dark, wide and narrow, and texts that try to be more than text."""

from pathlib import Path

import pytest
from tests.journeys.browser.modelled import CAUSE, FIGURE, WHY
from tests.journeys.browser.reading import ask_and_wait, words_of

pytestmark = pytest.mark.browser
ATTACK = "<img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>"
CONTRAST = Path(__file__).with_name("contrast.js").read_text("utf-8")


def test_an_example_of_the_empty_page_runs_when_clicked(page):
    page.click(".example >> nth=0")
    page.wait_for_selector(".line")
    assert "55,658" in words_of(page, ".words")
    assert page.locator(".threads .current").count() == 1


def test_everything_is_reached_by_keys(page):
    ask_and_wait(page, "What was BHP's FY2024 revenue?")
    ask_and_wait(page, "and in FY2023?")
    page.keyboard.press("Escape")
    page.keyboard.press("k")
    page.keyboard.press("k")
    page.keyboard.press("e")
    page.wait_for_selector("evidence-pane .boxed")
    assert words_of(page, "evidence-pane h2") == "BHP digest FY2024"
    page.keyboard.press("Escape")
    page.wait_for_selector("evidence-pane", state="hidden")
    page.keyboard.press("?")
    assert "next answer" in words_of(page, "dialog")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "ask"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_contrast_enough(page, scheme):
    page.emulate_media(color_scheme=scheme)
    ask_and_wait(page, "How much did BHP's revenue grow from FY23 to FY24?")
    page.click(".number >> nth=1")
    page.wait_for_selector("evidence-pane .boxed")
    page.click(".trace summary")
    ask_and_wait(page, "Tell me about this company")
    assert page.evaluate(CONTRAST) == []
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(255, 255, 255)") is (scheme == "light")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", ["settings", "documents", "tasks?graph=code_build", "thread/nope", "memory", ""])
def test_every_place_has_contrast_enough(page, site, scheme, place):
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{site.address}#{place}")
    page.wait_for_selector("main :is(.facts dd, .documents td, .kind, .notice, .example, .memory-state .caveat)")
    if "graph" in place:
        page.wait_for_selector("svg.graph")
    assert page.evaluate(CONTRAST) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_has_the_focus_has_a_ring_that_can_be_seen(page, scheme):
    page.emulate_media(color_scheme=scheme)
    ask_and_wait(page, "What was BHP's FY2024 revenue?")
    page.keyboard.press("Escape")
    for name in (".new", ".number", ".marker", ".trace summary", ".tools .link", ".ways a"):
        page.locator(name).first.focus()
        page.keyboard.press("Shift")  # so that the browser takes it for a keyboard's focus
        ring = page.locator(name).first.evaluate("one => getComputedStyle(one).outline")
        assert "2px" in ring, name
        assert "solid" in ring, name


CONTROLS = (
    ".send",
    ".option",
    ".question button:not(.option)",
    ".question input",
    ".chip",
    ".threads a",
    ".ways a",
    ".new",
    "evidence-pane > header",
    ".slots select",
    ".slots button",
    ".upload button",
    ".upload input[type=text]",
    ".choice",
    ".wrong button",
    ".wrong input",
    "memory-list input",
    ".edit button",
    ".edit textarea",
    ".pager button",
    ".models button:not(.link)",
    ".command",
)


def off_the_grid(page):
    """Return the controls whose height is no multiple of four pixels; hairlines of one pixel stand outside."""
    boxes = [(name, one.bounding_box()) for name in CONTROLS for one in page.locator(name).all()]
    return [(name, box["height"]) for name, box in boxes if box and round(box["height"], 1) % 4]


def test_controls_stand_on_a_grid_of_four_pixels(page, site):
    ask_and_wait(page, "What was BHP's FY2024 revenue?")
    page.click(".number")
    ask_and_wait(page, "and how did Rio do that year?")
    page.locator(".chip").first.click()
    page.wait_for_selector(".slots")
    assert off_the_grid(page) == []
    ask_and_wait(page, "Tell me about this company")
    assert off_the_grid(page) == []
    for place in ("documents", "settings"):
        page.goto(f"{site.address}#{place}")
        page.wait_for_selector(":is(.documents td, .facts dd)")
        assert off_the_grid(page) == []


def test_on_a_phone_the_evidence_is_a_sheet_and_the_threads_fold_away(page):
    page.emulate_media(reduced_motion="reduce")  # so that the sheet stands where it will
    page.set_viewport_size({"width": 390, "height": 844})
    ask_and_wait(page, "What was BHP's FY2024 revenue?")
    page.click(".number")
    page.wait_for_selector("evidence-pane .boxed")
    sheet = page.locator("evidence-pane").bounding_box()
    assert (round(sheet["width"]), round(sheet["y"] + sheet["height"])) == (390, 844)
    assert sheet["y"] > 200
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert not page.is_visible(".threads")
    page.click(".menu")
    assert page.is_visible(".threads")


def test_nothing_moves_when_the_system_asks_for_that(page):
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 390, "height": 844})
    ask_and_wait(page, "What was BHP's FY2024 revenue?")
    page.click(".number")
    assert page.evaluate("document.getAnimations().length") == 0


def test_a_question_that_looks_like_html_stays_text(page):
    ask_and_wait(page, f"{ATTACK} What was BHP's FY2024 revenue?")
    assert ATTACK in words_of(page, ".asked-by-you")
    assert ATTACK[:20] in words_of(page, ".threads")
    assert page.locator("main img, main script").count() == 0
    assert page.title().endswith("Dragoman")


def test_a_document_that_looks_like_html_stays_text(page, site, tmp_path):
    report = tmp_path / "attack.md"
    lines = (f"# {ATTACK}", ATTACK, f"| {ATTACK} | b |\n| --- | --- |\n| c | {ATTACK} |")
    report.write_text("\n\n".join(lines))
    page.goto(f"{site.address}#documents")
    page.set_input_files("input[type=file]", report)
    page.click("text=Add")
    page.wait_for_selector("text=attack.md was read")
    page.click(".documents .link >> text=<img")
    page.wait_for_selector(".leaf .sheet table")
    assert page.locator("main img, main script").count() == 0
    assert words_of(page, ".leaf .sheet td") == ATTACK
    assert page.title().endswith("· Dragoman")


def test_the_policy_forbids_inline_scripts_and_the_page_needs_none(page, site):
    policy = page.request.get(site.address).headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert page.locator("script:not([src]), style, [onclick]").count() == 0


def test_a_document_opens_on_its_page_and_its_pages_turn(page, site):
    page.goto(f"{site.address}#documents")
    page.click(".documents .link >> text=BHP digest FY2024")
    page.wait_for_selector(".leaf .sheet table")
    assert words_of(page, ".turning") == "‹ / 3 ›"
    page.click("[aria-label='Next page']")
    page.wait_for_selector(".reading >> text=Page 2:")
    assert "FY2024 in words" in words_of(page, ".leaf .sheet")


def test_a_pdf_opens_as_the_picture_of_its_page(page, site, tmp_path):
    pdf = tmp_path / "letter.pdf"
    canvas = pytest.importorskip("reportlab.pdfgen.canvas")
    sheet = canvas.Canvas(str(pdf))
    sheet.drawString(72, 720, "A letter with a text layer, long enough to be read as one.")
    sheet.save()
    page.goto(f"{site.address}#documents")
    page.set_input_files("input[type=file]", pdf)
    page.click("text=Add")
    page.wait_for_selector("text=letter.pdf was read")
    page.click(".documents .link >> text=/letter/i")
    page.wait_for_selector(".leaf svg.picture image")
    assert page.locator("svg.picture").bounding_box()["height"] > 300


def test_a_thread_is_forgotten_after_a_second_press(page):
    ask_and_wait(page, "What was Fortescue's FY2022 revenue?")
    label = "Forget the thread: What was Fortescue's FY2022 revenue?"
    page.hover(".threads .current")
    page.click(f'[aria-label="{label}"]')
    page.click("text=Forget?")
    page.wait_for_selector(".example")
    assert page.locator(f'[aria-label="{label}"]').count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_models_and_memory_add_has_contrast_and_stands_on_the_grid(spoken, modelled, scheme):
    spoken.emulate_media(color_scheme=scheme)
    modelled.speaker.text = f"{FIGURE} {CAUSE}"
    for words in (WHY, "What was BHP's FY2024 revenue?", "What was BHP's FY2024 revenue?"):
        ask_and_wait(spoken, words)
    spoken.click(".trace summary >> nth=0")
    spoken.click("text=wrong answer")
    assert (spoken.evaluate(CONTRAST), off_the_grid(spoken)) == ([], [])
    modelled.fill(25)
    spoken.goto(f"{modelled.address}#memory")
    spoken.click(".past summary")
    spoken.click(".entry >> nth=0 >> text=Edit")
    spoken.click(".entry >> nth=1 >> text=Wrong")
    assert (spoken.evaluate(CONTRAST), off_the_grid(spoken)) == ([], [])
    spoken.goto(f"{modelled.address}#settings")
    spoken.click("text=Check them")
    spoken.wait_for_selector(".trials")
    assert (spoken.evaluate(CONTRAST), off_the_grid(spoken)) == ([], [])


@pytest.mark.parametrize("place", ["memory", "settings"])
def test_memory_and_settings_fit_a_phone(spoken, modelled, place):
    modelled.fill(25)
    spoken.set_viewport_size({"width": 390, "height": 844})
    spoken.goto(f"{modelled.address}#{place}")
    spoken.wait_for_selector(".entry, [data-model]")
    assert spoken.evaluate("document.documentElement.scrollWidth") == 390
    assert spoken.evaluate("document.querySelector('main .column').scrollWidth") <= 390
