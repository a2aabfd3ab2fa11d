"""A screen reader is told what is new in the lobby and at an evening, and nothing twice: the live region stays the same."""

from playwright.sync_api import Page, expect

from tests.web.people import Club

LISTEN = """() => {
  window.said = [];
  const region = document.getElementById("news");
  new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
}"""


def listens(page: Page) -> None:
    """Note from now on whatever appears in the live region that is there now."""
    expect(page.locator("#news")).to_have_text("")
    page.evaluate(LISTEN)


def hears(page: Page, sentence: str, times: int = 1) -> None:
    """The live region has said so many things, the newest of them with this in it."""
    expect(page.locator("#news")).to_contain_text(sentence)
    assert len(page.evaluate("said")) == times, page.evaluate("said")
    assert page.locator("#table [role=status]").count() == 0, "no region that is replaced"


def test_the_lobby_says_which_challenge_is_new(club: Club) -> None:
    reader, first, second = (club.person().page for _ in range(3))
    reader.goto("/lobby")
    listens(reader)
    for number, (page, name) in enumerate(((first, "Chiyo"), (second, "Etsu")), 1):
        page.goto("/lobby")
        page.locator("#pair [name=nickname]").fill(name)
        page.locator("#pair [name=size]").select_option("13" if number == 1 else "19")
        page.locator("#pair .primary").click()
        expect(reader.locator(".challenge", has_text=name)).to_be_visible()
        hears(reader, f"{name}:", number)
    assert "Chiyo" not in reader.locator("#news").inner_text()


def test_an_evening_says_that_a_round_is_paired_and_that_it_is_over(club: Club) -> None:
    host, reader = (club.person().page for _ in range(2))
    host.goto("/evenings/new")
    host.locator("textarea[name=names]").fill("Chiyo\nEtsu")
    host.locator("main .primary").click()
    address = host.url
    reader.goto(address)
    listens(reader)
    host.goto(address)
    host.locator("#next-round .primary").click()
    hears(reader, "Round 1 of")
    host.evaluate("""() => document.querySelector("form[action$='/end']").submit()""")
    hears(reader, "The evening is over.", 2)


def test_a_player_who_is_back_at_their_own_page_hears_the_end_of_the_evening(club: Club) -> None:
    host, player = (club.person().page for _ in range(2))
    host.goto("/evenings/new")
    host.locator("textarea[name=names]").fill("Chiyo\nEtsu")
    host.locator("main .primary").click()
    address = host.url
    host.goto(f"{address}/print")
    player.goto(host.locator(".code:has(a)", has_text="Etsu").locator("a").inner_text())
    expect(player.locator("h1")).to_have_text("Etsu")
    host.goto(address)
    host.locator("#next-round .primary").click()
    player.wait_for_url("**/g/*/*")
    player.goto(f"{address}/p/2")
    listens(player)
    host.evaluate("""() => document.querySelector("form[action$='/end']").submit()""")
    hears(player, "The evening is over.")
