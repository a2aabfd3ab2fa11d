"""Without JavaScript, in German, points that are typed, links that are shared, and the focus of a keyboard."""

from playwright.sync_api import expect

from tests.web.people import Club, Person

QUESTION = "Both have passed, and the board is revealed. Is this right?"


def test_a_digit_in_the_typed_field_stays_a_digit(club: Club) -> None:
    black, white = club.duel(width="5")
    black.page.locator("#typed").press_sequentially("e4")
    expect(black.page.locator("#typed")).to_have_value("e4")
    expect(black.page.locator("#play input[value=stone]")).to_be_checked()
    black.page.keyboard.press("Enter")
    white.hears("Black has moved, White to play.")
    black.sees("E4 black")


def test_a_game_without_javascript(club: Club) -> None:
    black, white = (club.person(java_script_enabled=False) for _ in range(2))
    links = club.makes(black, ruleset="no-seki-go", width="3", height="2")
    white.sits_down(links["white"])

    def reads(person: Person, sentence: str) -> None:
        person.page.reload()
        person.hears(sentence)

    black.tries("B2")
    black.hears("Black has moved, White to play.")
    reads(white, "Black has moved, White to play.")
    white.tries("B2")
    white.hears("Illegal move.")
    white.page.locator("#typed").fill("a1")
    white.page.keyboard.press("Enter")
    white.hears("White has moved, Black to play.")
    reads(black, "White has moved, Black to play.")
    black.takes("pencil-white")
    black.tries("A1")
    expect(black.point("A1")).to_have_attribute("aria-label", "A1, pencil: white")
    black.places_ghost("C2")
    reads(white, "Black has moved, White to play.")
    white.page.locator("#typed").fill("z9")
    white.page.keyboard.press("Enter")
    expect(white.page.locator("main")).to_contain_text("is no point of a 3x2 board")
    white.page.go_back()
    white.passes()
    reads(black, "White passes.")
    black.sees("B2 black, C2 black ghost")
    black.passes()
    black.hears(QUESTION)
    reads(white, QUESTION)
    white.tries("A1")
    white.does("settle")
    black.page.reload()
    black.does("settle")
    expect(black.page.locator(".settling")).to_have_count(0)
    black.page.get_by_role("link", name="Replay", exact=True).click()
    black.page.get_by_role("link", name="Start", exact=True).click()
    black.page.get_by_role("link", name="Forward", exact=True).click()
    expect(black.page.locator("#tried")).to_have_text("Black: B2")
    black.page.locator("#moment").evaluate("slider => { slider.value = 2 }")
    black.page.locator(".slider .go").click()
    expect(black.page.locator("#tried")).to_contain_text("White: B2")


def test_a_friend_s_link_is_shared_where_the_browser_can(club: Club) -> None:
    with_menu, without = club.person(), club.person()
    with_menu.page.add_init_script("navigator.share = async ({ url }) => { window.shared = url; }")
    without.page.add_init_script("navigator.share = undefined")
    links = club.makes(with_menu)
    with_menu.page.locator(f"#invitations [data-shares='{links['white']}']").click()
    assert with_menu.page.evaluate("window.shared") == links["white"]
    club.makes(without)
    expect(without.page.locator("#invitations [data-copies]").first).to_be_visible()
    expect(without.page.locator("#invitations [data-shares]").first).to_be_hidden()


def test_after_resigning_by_keyboard_the_content_has_the_focus(club: Club) -> None:
    black, _ = club.duel(width="5")
    black.page.locator("#resign summary").focus()
    black.page.keyboard.press("Enter")
    black.page.locator("#resign button[value=resign]").focus()
    black.page.keyboard.press("Enter")
    black.hears("White wins by resignation.")
    expect(black.page.locator("#content")).to_be_focused()
