"""The page of a recorded game in a real browser, opened from disk."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from cerealbar.records.show import Film, film, replay_page
from tests.browser_support import opened
from tests.records.games import eventful_game
from tests.records.show.games import HOSTILE_TEXTS, statuses


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


READ = """() => {
  const text = (id) => document.getElementById(id).textContent;
  const count = (selector) => document.querySelectorAll(selector).length;
  const orders = (status) => count(`.order[data-status="${status}"]`);
  return {
    clock: text("clock"), score: text("score"), halfTurns: text("half-turns"),
    headline: text("headline"), tray: count("#tray .face"), lying: count(".card:not(.away)"),
    selected: count(".card.selected"), toCome: orders("to come"),
    statuses: [...document.querySelectorAll(".order")].map((order) => order.dataset.status)
      .filter((status) => status !== "to come"),
  };
}"""


def expect_frame(page: Page, shown: Film, i: int) -> None:
    """Check that a page shows a frame."""
    frame, told = shown.frames[i], statuses(shown, i)
    expect(page.locator("#event")).to_have_text(str(frame.event))
    assert page.evaluate(READ) == {
        "clock": clock(frame.at),
        "score": str(frame.score),
        "halfTurns": str(frame.half_turns_left),
        "headline": " · ".join((frame.headline, *frame.notes)),
        "tray": len(frame.selected),
        "lying": 21,
        "selected": len(frame.selected),
        "statuses": told,
        "toCome": len(shown.instructions) - len(told),
    }


def with_hash(path: Path, event: int) -> str:
    return f"{path.as_uri()}#e={event}"


def test_the_page_opens_at_the_start(browser: Browser, long_page: Path, long_film: Film) -> None:
    with opened(browser, long_page.as_uri()) as page:
        expect_frame(page, long_film, 0)
        expect(page.locator("#who")).to_have_text("Leader")
        expect(page.locator("#steps")).to_have_text("5 of 5 steps left")
        assert page.title().startswith("CerealBar game ")


def test_arrow_keys_go_from_event_to_event(
    browser: Browser, long_page: Path, long_film: Film
) -> None:
    with opened(browser, long_page.as_uri()) as page:
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        expect_frame(page, long_film, 5)
        page.keyboard.press("ArrowLeft")
        expect_frame(page, long_film, 4)


def test_the_last_frame_shows_the_final_score(
    browser: Browser, long_page: Path, long_film: Film
) -> None:
    with opened(browser, long_page.as_uri()) as page:
        page.keyboard.press("End")
        expect_frame(page, long_film, len(long_film.frames) - 1)
        expect(page.locator("#banner")).to_have_text(f"Game over: {len(long_film.sets)} sets")
        expect(page.locator("#who")).to_have_text("Over")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#event")).to_have_text(str(long_film.frames[-1].event))
        page.keyboard.press("Home")
        expect_frame(page, long_film, 0)


def test_the_page_of_an_eventful_game_shows_what_became_of_each_instruction(
    browser: Browser, tmp_path: Path
) -> None:
    path, shown = tmp_path / "eventful.html", film(eventful_game())
    path.write_text(replay_page(eventful_game()), encoding="utf-8")
    with opened(browser, path.as_uri()) as page:
        for i in range(len(shown.frames)):
            expect_frame(page, shown, i)
            page.keyboard.press("ArrowRight")
        expect(page.locator(".order small")).to_have_text(
            ["", "given up: I have no hands", *["cancelled"] * 3, "unfinished"]
        )
        expect(page.locator("#instruction-count")).to_have_text("1 of 6 done")
        expect(page.locator(".note")).to_have_text([n for f in shown.frames for n in f.notes])
        # What the leader cancels in the follower's turn is the leader's deed.
        expect(page.locator(".round.follower .chip.leader")).to_have_count(1)
        bars = page.locator("#bars > *").evaluate_all("all => all.map((bar) => bar.className)")
        assert bars == [
            "finished",
            "given-up",
            "cancelled",
            "untouched",
            "untouched",
            "unfinished",
        ]


def test_a_link_opens_at_its_moment_and_follows_the_page(
    browser: Browser, long_page: Path, long_film: Film
) -> None:
    made = long_film.sets[1]
    event = long_film.frames[made.frame].event
    with opened(browser, with_hash(long_page, event)) as page:
        expect_frame(page, long_film, made.frame)
        expect(page.locator("#banner")).to_contain_text(f"Set {made.score}")
        expect(page.locator("#banner .face")).to_have_count(3)
        expect(page.locator("#board .card.new")).to_have_count(3)
        page.keyboard.press("ArrowRight")
        after = long_film.frames[made.frame + 1].event
        page.wait_for_url(f"**#e={after}")
        page.evaluate(f"location.hash = '#e={long_film.frames[2].event}'")
        expect_frame(page, long_film, 2)


def test_a_link_to_no_moment_changes_nothing_and_one_past_the_end_shows_the_end(
    browser: Browser, long_page: Path, long_film: Film
) -> None:
    with opened(browser, f"{long_page.as_uri()}#<b>") as page:
        for hash_ in ("#e=-1", "#e=x", "#<b>", "#e=99999999999"):
            page.evaluate("hash => { location.hash = hash; }", hash_)
            expect_frame(page, long_film, 0)
        page.evaluate("location.hash = '#e=999999999'")
        expect_frame(page, long_film, len(long_film.frames) - 1)


def test_instructions_can_be_clicked_and_leapt_between(
    browser: Browser, long_page: Path, long_film: Film
) -> None:
    second, third = (long_film.instructions[i].begun for i in (1, 2))
    assert second is not None
    assert third is not None
    with opened(browser, long_page.as_uri()) as page:
        page.locator(".order").nth(1).click()
        expect_frame(page, long_film, second)
        expect(page.locator("#caption")).to_have_text(long_film.instructions[1].text)
        page.keyboard.press("ArrowDown")
        expect_frame(page, long_film, third)
        page.keyboard.press("ArrowUp")
        expect_frame(page, long_film, second)
        expect(page.locator(".order[aria-current='step']")).to_be_in_viewport()


def test_brackets_leap_between_sets(browser: Browser, long_page: Path, long_film: Film) -> None:
    with opened(browser, long_page.as_uri()) as page:
        for made in long_film.sets[:2]:
            page.keyboard.press("]")
            expect_frame(page, long_film, made.frame)
        page.keyboard.press("[")
        expect_frame(page, long_film, long_film.sets[0].frame)


def test_playing_follows_the_recorded_time_and_can_be_paused(
    browser: Browser, long_page: Path, long_film: Film
) -> None:
    with opened(browser, long_page.as_uri(), has_fake_clock=True) as page:
        page.keyboard.press(" ")
        expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
        page.clock.run_for(3000)
        page.keyboard.press(" ")
        expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
        # The page's clock starts with its first animation frame, a moment after the key.
        least, most = (
            max(frame.event for frame in long_film.frames if frame.at <= at) for at in (2.5, 3.0)
        )
        shown = int(page.locator("#event").inner_text())
        assert least <= shown <= most
        page.clock.run_for(1000)
        expect(page.locator("#event")).to_have_text(str(shown))


def test_a_faster_page_in_steps_comes_to_the_end_by_itself(
    browser: Browser, long_page: Path, long_film: Film
) -> None:
    late = long_film.frames[-40].event
    with opened(browser, with_hash(long_page, late), has_fake_clock=True) as page:
        page.keyboard.press("m")
        expect(page.locator("#pace-steps")).to_have_attribute("aria-pressed", "true")
        for _ in range(9):
            page.keyboard.press(".")
        expect(page.locator("#speed")).to_have_text("16\u00d7")
        page.keyboard.press(" ")
        page.clock.run_for(1500)
        expect_frame(page, long_film, len(long_film.frames) - 1)
        expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
        page.keyboard.press(",")
        expect(page.locator("#speed")).to_have_text("8\u00d7")


def test_the_time_line_can_be_scrubbed(browser: Browser, long_page: Path, long_film: Film) -> None:
    with opened(browser, long_page.as_uri()) as page:
        box = page.locator("#timeline").bounding_box()
        assert box is not None
        middle = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + 5, middle)
        expect(page.locator("#bubble")).to_be_visible()
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] / 2, middle)
        half = int(page.locator("#event").inner_text())
        assert 0.3 < half / long_film.frames[-1].event < 0.7
        page.mouse.move(box["x"] + box["width"] + 50, middle)
        page.mouse.up()
        expect(page.locator("#event")).to_have_text(str(long_film.frames[-1].event))


def test_the_space_bar_presses_a_button_that_has_the_focus(
    browser: Browser, long_page: Path
) -> None:
    with opened(browser, long_page.as_uri()) as page:
        page.locator("#next").focus()
        page.keyboard.press(" ")
        expect(page.locator("#event")).to_have_text("1")
        expect(page.locator("#play")).to_have_attribute("aria-label", "Play")


def test_the_follower_sees_neither_what_is_dimmed_nor_that_a_selection_clashes(
    browser: Browser, long_page: Path, long_film: Film
) -> None:
    clashing = next(frame for frame in long_film.frames if frame.is_invalid)
    with opened(browser, with_hash(long_page, clashing.event)) as page:
        expect(page.locator("#selection-label")).to_have_text("Selected: clash")
        expect(page.locator(".card.selected .clash").first).to_be_visible()
        expect(page.locator("#veil")).not_to_be_visible()
        page.keyboard.press("v")
        expect(page.locator("#veil")).to_be_visible()
        expect(page.locator(".card.selected .clash").first).not_to_be_visible()
        expect(page.locator(".card.selected .chosen").first).to_be_visible()
        expect(page.locator("#selection-label")).to_have_text("Selected")


def test_the_link_to_a_moment_can_be_copied(
    browser: Browser, long_page: Path, long_film: Film
) -> None:
    with opened(browser, long_page.as_uri()) as page:
        page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        page.keyboard.press("ArrowRight")
        page.locator("#copy").click()
        expect(page.locator("#copied")).to_have_text("Copied")
        assert page.evaluate("window.copied") == with_hash(long_page, long_film.frames[1].event)


def test_help_opens_and_closes(browser: Browser, long_page: Path) -> None:
    with opened(browser, long_page.as_uri()) as page:
        page.keyboard.press("?")
        expect(page.locator("#help")).to_be_visible()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Escape")
        expect(page.locator("#help")).not_to_be_visible()
        expect(page.locator("#event")).to_have_text("0")


def test_hostile_texts_are_shown_as_they_are_and_run_nothing(
    browser: Browser, hostile_page: Path
) -> None:
    with opened(browser, hostile_page.as_uri()) as page:
        page.keyboard.press("End")
        texts = page.locator(".order .text").all_text_contents()
        assert tuple(texts) == HOSTILE_TEXTS
        assert page.title() == "CerealBar game written"
        assert page.locator("img, b:not(.round b)").count() == 0


def test_everything_fits_without_scrolling_the_page(browser: Browser, long_page: Path) -> None:
    with opened(browser, with_hash(long_page, 60)) as page:
        for width, height in ((900, 600), (1024, 640), (1280, 800), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            for name in ("board", "caption", "log", "timeline", "play", "faster", "ask"):
                expect(page.locator(f"#{name}")).to_be_in_viewport(ratio=1)
            size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            assert page.evaluate(size) == [width, height]


def test_colours_follow_the_reader_and_motion_can_be_reduced(
    browser: Browser, long_page: Path
) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    motion = "getComputedStyle(document.getElementById('leader')).transitionDuration"
    with opened(browser, long_page.as_uri()) as page:
        page.keyboard.press("ArrowRight")
        light, moving = page.evaluate(background), page.evaluate(motion)
    with opened(browser, long_page.as_uri(), scheme="dark", is_reduced=True) as page:
        page.keyboard.press("ArrowRight")
        assert page.evaluate(background) != light
        assert page.evaluate(motion) == "0s" != moving
